import { setImmediate as nextTurn } from 'node:timers/promises'
import { failure, newestOfContacts, ok } from '../../../shared'
import type { Broker } from '../../broker'
import type { Handlers, Notices } from '../../gateway'
import type { Replay } from '../../replay'
import type { Store, StoreReader, StoreWriter } from '../../store'

export type SessionHandlerDeps = {
  readonly read: StoreReader
  readonly write: StoreWriter
  readonly replay: Replay
  readonly broker: Pick<Broker, 'active' | 'parseAgain'>
  readonly content: Store['content']
  readonly notices: Notices
}

/** More than two proxies of a run can tell: each keeps 10,000 contacts, and an allowed one is told twice. */
const maxContactEvents = 50_000

type SessionCalls = Extract<keyof Handlers, `sessions.${string}`>

export function sessionHandlers({
  read,
  write,
  replay,
  broker,
  content,
  notices,
}: SessionHandlerDeps): Pick<Handlers, SessionCalls> {
  const gone = () => failure('store.not_found', 'This session is not on record any more.')
  return {
    'sessions.list': (query) => {
      const { sessions, unreadable, total } = read.sessions(query)
      return ok({ sessions: [...sessions], unreadable: [...unreadable], total })
    },
    'sessions.get': ({ sessionId }) => {
      const view = read.session(sessionId)
      return view === null ? gone() : ok(view)
    },
    'sessions.rows': ({ sessionId, from, count }) => {
      const view = read.session(sessionId)
      return view === null
        ? gone()
        : ok({ events: [...read.eventsOfRows(sessionId, from, count)], rows: view.rows })
    },
    'sessions.frames': ({ sessionId, after, limit }) => ok([...read.framesAfter(sessionId, after, limit)]),
    'sessions.tree': ({ sessionId, frame }) => replay.tree(sessionId, frame),
    'sessions.content': ({ sessionId, hash, mode }) => replay.content(sessionId, hash, mode),
    'sessions.image': async ({ sessionId, hash }) => {
      const named = read.keptContent(sessionId, hash)
      if (named?.type !== 'tool.image')
        return failure('replay.content_missing', 'This session has no image with that content.', { hash })
      const bytes = await content(hash)
      return bytes.ok ? ok({ mediaType: named.mediaType, base64: bytes.value.toString('base64') }) : bytes
    },
    'sessions.output': ({ sessionId }) => {
      const body = read.newestEventOfType(sessionId, 'output.checked')?.body
      if (body?.type !== 'output.checked') return ok(null)
      const { type: _, ...check } = body
      return ok(check)
    },
    'sessions.native_lines': ({ sessionId, after, limit }) => {
      const { lines, total } = read.nativeLines(sessionId, { after, limit, whole: false })
      return ok({ lines: [...lines], total })
    },
    'sessions.parse_again': async ({ sessionId }) => {
      const made = await broker.parseAgain(sessionId)
      if (!made.ok) return made
      notices.announce({ topic: 'sessions', id: made.value })
      return ok({ sessionId: made.value })
    },
    'sessions.contacts': ({ sessionId }) => {
      const events = read.contactEvents(sessionId, maxContactEvents)
      return ok({ contacts: [...newestOfContacts(events)], cut: events.length === maxContactEvents })
    },
    'sessions.verify': async ({ sessionId }) => {
      const next = read.verification(sessionId)
      let verified = next()
      for (; verified === null; verified = next()) await nextTurn()
      return ok(verified)
    },
    'sessions.delete': ({ sessionId }) => {
      if (broker.active().includes(sessionId))
        return failure(
          'policy.invalid',
          'This session is being written, or parsed again. Cancel it or wait for its end before you delete it.',
        )
      write.deleteSession(sessionId)
      notices.announce({ topic: 'sessions', id: sessionId })
      return ok({})
    },
    'sessions.compare': ({ left, right }) => replay.compare(left, right),
  }
}
