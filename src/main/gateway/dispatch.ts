import { failure, type GloveboxError, type Result } from '../../shared'
import {
  type CallName,
  type CallOutput,
  type CallParsedInput,
  callRequestSchema,
  calls,
  type Sender,
} from '../../shared/ipc'
import { StoreError } from '../store'

/** One handler per call of the contract: input is parsed before, failures are values. */
export type Handlers = {
  readonly [N in CallName]: (
    input: CallParsedInput<N>,
  ) => Result<CallOutput<N>> | Promise<Result<CallOutput<N>>>
}

export type DispatchHooks = {
  readonly onBug: (name: string, cause: unknown) => void
  /** Masks and bounds what a window is told of an error (I8). */
  readonly maskError: (error: GloveboxError) => GloveboxError
}

/**
 * Answers one call: sender, name, input, handler, in this order. The one place where a throw, which is a bug, becomes
 * a value (internal.bug).
 */
export async function dispatch(
  raw: unknown,
  sender: Sender | null,
  handlers: Handlers,
  { onBug, maskError }: DispatchHooks,
): Promise<Result<unknown>> {
  const request = callRequestSchema.safeParse(raw)
  if (!request.success) return failure('ipc.bad_input', 'This is not a call Glovebox knows.')
  const { name } = request.data
  if (!isCallName(name)) return failure('ipc.unknown_call', `There is no call “${name}”.`, { call: name })
  if (sender !== calls[name].sender)
    return failure('ipc.bad_sender', `This page may not call “${name}”.`, { call: name })
  const input = calls[name].input.safeParse(request.data.input)
  if (!input.success) {
    const issue = input.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
    return failure(
      'ipc.bad_input',
      `“${name}” was called with input that does not fit${where}: ${issue?.message}.`,
      {
        call: name,
        path: issue?.path.join('.') ?? '',
      },
    )
  }
  try {
    // The table's type ties each handler to its own input; the parse above made the value fit.
    const handler = handlers[name] as (input: unknown) => Result<unknown> | Promise<Result<unknown>>
    const result = await handler(input.data)
    return result.ok ? result : { ok: false, error: maskError(result.error) }
  } catch (cause) {
    return { ok: false, error: maskError(describeThrow(cause, name, onBug)) }
  }
}

/** What a window is told of a throw: the store's own error, or that Glovebox failed. */
export function describeThrow(
  cause: unknown,
  name: string,
  onBug: (name: string, cause: unknown) => void,
): GloveboxError {
  if (cause instanceof StoreError) return cause.error
  onBug(name, cause)
  return failure(
    'internal.bug',
    `Glovebox itself failed in “${name}”. The log says where.`,
    { call: name },
    cause,
  ).error
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}
