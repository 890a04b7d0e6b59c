import { z } from 'zod'
import { gloveboxErrorSchema } from '../errors'

/** Channel names: one for calls, one to open a stream with a port. */
export const callChannel = 'glovebox:call'
export const streamChannel = 'glovebox:stream'

export const callRequestSchema = z.object({ name: z.string().max(80), input: z.unknown() })
export const streamRequestSchema = z.object({ name: z.string().max(80), key: z.unknown() })

/** Every reply: a value, or a typed error. Nothing throws across. */
export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: gloveboxErrorSchema }),
])

/** What the app preload exposes as `window.glovebox`: three functions, and nothing of Electron. */
export type AppBridge = {
  readonly call: (name: string, input: unknown) => Promise<unknown>
  readonly openStream: (name: string, key: unknown, onMessage: (message: unknown) => void) => StreamHandle
  readonly pathOfDroppedFile: (file: unknown) => string
}
export type StreamHandle = { readonly acknowledge: (batch: number) => void; readonly close: () => void }

/** What the consent preload exposes as `window.gloveboxConsent`. */
export type ConsentBridge = { readonly call: (name: string, input: unknown) => Promise<unknown> }
