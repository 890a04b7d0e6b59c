import { failure, type Result, type SessionId } from '../../shared'
import type { BrokerDeps } from './deps'
import { parseAgain } from './parse-again'

/** The parsings under way: what they read and write must not be taken from under them. */
export type Parsings = {
  readonly start: (source: SessionId) => Promise<Result<SessionId>>
  /** Sessions that are being parsed again, and those that come of it. */
  readonly sessions: () => readonly SessionId[]
  /** Stops the one that reads or writes a session; whether there is one. */
  readonly stop: (session: SessionId) => boolean
  /** Stops all; resolves once none is under way. */
  readonly stopAll: () => Promise<void>
}

type Parsing = {
  readonly controller: AbortController
  made: SessionId | null
  readonly finished: Promise<unknown>
}

export function createParsings(deps: BrokerDeps): Parsings {
  const bySource = new Map<SessionId, Parsing>()

  return {
    start: (source) => {
      if (bySource.has(source))
        return Promise.resolve(failure('policy.invalid', 'This session is being parsed again already.'))
      const controller = new AbortController()
      const result = parseAgain(deps, source, {
        signal: controller.signal,
        onMade: (made) => {
          parsing.made = made
        },
      }).finally(() => bySource.delete(source))
      const parsing: Parsing = { controller, made: null, finished: result.catch(() => undefined) }
      bySource.set(source, parsing)
      return result
    },
    sessions: () =>
      [...bySource].flatMap(([source, { made }]) => (made === null ? [source] : [source, made])),
    stop: (session) => {
      const found = [...bySource].find(([source, { made }]) => source === session || made === session)
      found?.[1].controller.abort()
      return found !== undefined
    },
    stopAll: async () => {
      const all = [...bySource.values()]
      for (const { controller } of all) controller.abort()
      await Promise.all(all.map(({ finished }) => finished))
    },
  }
}
