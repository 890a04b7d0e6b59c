import { type IpcMain, type IpcMainEvent, ipcMain, type MessagePortMain } from 'electron'
import { failure, type ImageChoice, type ImageProgress, type Result } from '../../shared'
import { callChannel, streamChannel, streamRequestSchema, streams } from '../../shared/ipc'
import type { Store } from '../store'
import { type DispatchHooks, describeThrow, dispatch, type Handlers } from './dispatch'
import { type Senders, senderOf } from './sender'
import { jobSource, type Notices, sessionSource } from './sources'
import { type Port, type Source, subscribe } from './subscription'

export type GatewayDeps = {
  readonly senders: Senders
  readonly handlers: Handlers
  readonly store: Pick<Store, 'read' | 'onCommit'>
  readonly notices: Notices
  /** Makes or pulls an image, and tells how it goes. */
  readonly ensureImage: (
    choice: ImageChoice,
    tell: (progress: ImageProgress) => void,
    signal: AbortSignal,
  ) => Promise<void>
} & DispatchHooks

export type Gateway = {
  /** Ends every stream and answers no call any more: what the handlers need is about to go. */
  readonly close: () => void
}

/** Connects the contract to Electron's IPC: one channel for calls, one on which a page hands over a stream's port. */
export function installGateway(deps: GatewayDeps, ipc: IpcMain = ipcMain): Gateway {
  const open = new Set<() => void>()
  let closed = false
  ipc.handle(callChannel, (event, raw: unknown) =>
    closed ? closing : dispatch(raw, senderOf(event, deps.senders), deps.handlers, deps),
  )
  ipc.on(streamChannel, (event, raw: unknown) => {
    const [mainPort] = event.ports
    if (mainPort === undefined) return
    const port = portOf(mainPort)
    const source = closed ? closing : sourceFor(event, deps, raw)
    if (source.ok) {
      const end = subscribe(port, source.value, {
        onClosed: () => open.delete(end),
        errorOf: (cause) => deps.maskError(describeThrow(cause, 'a stream', deps.onBug)),
      })
      open.add(end)
    } else {
      port.postMessage({ type: 'failed', error: source.error })
      port.close()
    }
  })
  return {
    close: () => {
      closed = true
      for (const end of [...open]) end()
    },
  }
}

const closing = failure('internal.closing', 'Glovebox is closing.')

function sourceFor(event: IpcMainEvent, deps: GatewayDeps, raw: unknown): Result<Source> {
  return senderOf(event, deps.senders) === 'app' ? sourceOf(deps, raw) : refused()
}

const refused = () => failure('ipc.bad_sender', 'This page may not open a stream.')

function sourceOf(deps: GatewayDeps, raw: unknown): Result<Source> {
  const request = streamRequestSchema.safeParse(raw)
  if (!request.success) return failure('ipc.bad_input', 'This is not a stream Glovebox knows.')
  const { name, key } = request.data
  switch (name) {
    case 'changes':
      return { ok: true, value: deps.notices.source() }
    case 'session.events': {
      const parsed = streams['session.events'].key.safeParse(key)
      if (!parsed.success)
        return failure('ipc.bad_input', 'A session’s stream is opened with its id and a number.')
      if (deps.store.read.session(parsed.data.sessionId) === null)
        return failure('store.not_found', 'This session is not on record any more.')
      return { ok: true, value: sessionSource(deps.store, parsed.data.sessionId, parsed.data.after) }
    }
    case 'sandbox.image': {
      const parsed = streams['sandbox.image'].key.safeParse(key)
      if (!parsed.success) return failure('ipc.bad_input', 'This is not an image that can be made.')
      const { choice } = parsed.data
      return {
        ok: true,
        value: jobSource<ImageProgress>((tell, signal) => deps.ensureImage(choice, tell, signal)),
      }
    }
    default:
      return failure('ipc.unknown_call', `There is no stream “${name}”.`)
  }
}

function portOf(port: MessagePortMain): Port {
  port.start()
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', (event) => listener(event.data)),
    onClose: (listener) => port.on('close', listener),
    close: () => port.close(),
  }
}
