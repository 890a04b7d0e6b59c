import { type BrowserWindow, dialog } from 'electron'

export type Question = {
  readonly message: string
  readonly detail: string
  /** The word of the button that goes on. */
  readonly yes: string
}

/** Asks the user in a dialog of the system's, which no page can answer or cover. False: they said no, or closed it. */
export async function ask(window: BrowserWindow, { message, detail, yes }: Question): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message,
    detail,
    buttons: ['Cancel', yes],
    defaultId: 1,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
