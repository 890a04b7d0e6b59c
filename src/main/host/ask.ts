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
 * folder's name in it can neither turn the words around nor add lines.
 */
export async function ask(window: BrowserWindow, { message, detail, yes }: Question): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: inert(message),
    detail: detail.split('\n').map(inert).join('\n'),
    buttons: ['Cancel', yes],
    defaultId: 1,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
