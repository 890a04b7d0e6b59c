import { failure, type GloveboxError, type Result } from '../../shared'
import { type CallInput, type CallName, type CallOutput, calls, replySchema } from '../../shared/ipc'

/** The part of a preload bridge that makes calls: the app's and the consent view's both have it. */
export type CallBridge = { readonly call: (name: string, input: unknown) => Promise<unknown> }

/** Makes calls through `bridge`. Every reply is parsed; nothing throws. */
export function createClient(bridge: CallBridge) {
  return async <N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> => {
    const raw = await bridge
      .call(name, input)
      .catch((cause: unknown) => failure('internal.bug', unanswered(name), {}, cause))
    const reply = replySchema.safeParse(raw)
    if (!reply.success) return failure('ipc.bad_output', unreadable(name), { call: name }, reply.error)
    if (!reply.data.ok) return { ok: false, error: reply.data.error satisfies GloveboxError }
    const value = calls[name].output.safeParse(reply.data.value)
    if (!value.success) return failure('ipc.bad_output', unreadable(name), { call: name }, value.error)
    return { ok: true, value: value.data as CallOutput<N> }
  }
}

const unanswered = (name: string) =>
  `The main process did not answer “${name}”. Close the window and open Glovebox again.`
const unreadable = (name: string) => `The main process answered “${name}” in a form this window can’t read.`
