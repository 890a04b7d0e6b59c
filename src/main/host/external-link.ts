import { type BaseWindow, dialog, shell } from 'electron'
import { type Done, done, failure, type Result } from '../../shared'

/** A link that may leave the app: https, with a host, without credentials. Null for anything else. */
export function externalUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}

/** The one way out of the window. Asks first and shows the whole address: an agent may have written it. */
export async function openExternal(parent: BaseWindow, text: string): Promise<Result<Done>> {
  const url = externalUrl(text)
  if (url === null)
    return failure('ipc.bad_input', 'Only https links without a user name can be opened outside Glovebox.', {
      url: text,
    })
  const { response } = await dialog.showMessageBox(parent, {
    type: 'question',
    message: `Open ${url.host} in your browser?`,
    detail: url.href,
    buttons: ['Open', 'Stay here'],
    defaultId: 1,
    cancelId: 1,
  })
  if (response === 0) await shell.openExternal(url.href)
  return done
}
