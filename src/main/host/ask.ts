import { type BrowserWindow, dialog } from 'electron'
import { inert } from '../../shared'

export type Question = {
  readonly message: string
  readonly detail: string
  /** The word of the button that goes on. */
  readonly yes: string
}

/**
 * Asks the user in a dialog of the system's, which no page can answer or cover. False: they said no, or closed it. A
 * folder's name in it can neither turn the words around nor add lines. Each of them is about something that can't be
 * taken back: Enter, pressed for something else, is a no.
 */
export async function ask(window: BrowserWindow, { message, detail, yes }: Question): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: capitalised(inert(message)),
    detail: capitalised(detail.split('\n').map(inert).join('\n')),
    buttons: ['Cancel', yes],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Tells the user what can't wait until a page shows it. */
export async function warn(window: BrowserWindow, message: string, detail: string): Promise<void> {
  await dialog.showMessageBox(window, { type: 'warning', message: inert(message), detail: inert(detail) })
}
