import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import type { Sender } from '../../shared/ipc'

/** Who may send: the exact web contents that main created for each page, and the origin it serves there. */
export type Senders = {
  readonly appContentsId: () => number | null
  readonly consentContentsId: () => number | null
  readonly appOrigin: string
  readonly consentOrigin: string
}

/** The page an IPC message came from: right contents, top frame, exact origin. Null for anything else. */
export function senderOf(event: IpcMainEvent | IpcMainInvokeEvent, senders: Senders): Sender | null {
  const frame = event.senderFrame
  if (frame === null || frame.parent !== null) return null
  const origin = originOf(frame.url)
  if (event.sender.id === senders.appContentsId() && origin === senders.appOrigin) return 'app'
  if (event.sender.id === senders.consentContentsId() && origin === senders.consentOrigin) return 'consent'
  return null
}

/** `scheme://host` of a URL; custom schemes have no origin of their own in Node's URL. */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return `${url.protocol}//${url.host}`
}
