import {
  type EventBody,
  type EventOf,
  failure,
  type NativeLine,
  ok,
  type Result,
  type SessionId,
} from '../../shared'
import type { AgentEvent, AgentParser, Runtime } from '../runtimes'
import { type NewEvent, StoreError, type StoreReader } from '../store'
import type { BrokerDeps } from './deps'
import { learnSignIn } from './learn-sign-in'
import { maskStart } from './masked-body'
import { createMaskedRecord } from './masked-record'
import { createUsageTotal } from './usage-total'

const pageSize = 200
const pageBytes = 4 * 1024 * 1024

/** What came from the old parser, and comes from the new one now. */
const parsed: ReadonlySet<EventBody['type']> = new Set([
  'agent.message',
  'agent.thinking',
  'agent.usage',
  'agent.unknown',
  'agent.ready',
  'agent.retrying',
  'agent.rate_limit',
  'agent.notice',
  'permission.denied',
  'tool.called',
  'tool.output',
  'tool.finished',
  'frame.started',
  'frame.finished',
])

/** Where one parsing stands: asked for by whoever would take its sessions away meanwhile, or end the app. */
export type Parsing = {
  readonly signal: AbortSignal
  /** The new session was created. */
  readonly onMade: (made: SessionId) => void
}

/**
 * Parses a session's native lines with today's parser into a new session: what Glovebox itself recorded (changes,
 * limits, the process, the end) keeps its place between the lines, what the old parser made of them is left out. The old
 * session stays as it is (I4). A new one that can't be brought to its end is taken off the record again.
 */
export async function parseAgain(
  deps: BrokerDeps,
  id: SessionId,
  { signal, onMade }: Parsing,
): Promise<Result<SessionId>> {
  const session = deps.read.session(id)
  const first = deps.read.firstEventOfType(id, 'session.started')
  if (session === null || first === null || first.body.type !== 'session.started') return gone()
  if (session.status === 'running')
    return failure('policy.invalid', 'This run is still going on. Parse it again once it has ended.')
  const candidate = (await deps.candidates()).find(({ runtime }) => runtime.name === session.runtime)
  if (candidate === undefined || deps.read.nativeLines(id, { after: 0, limit: 1, whole: false }).total === 0)
    return failure('policy.invalid', 'This session has no native lines that could be parsed again.')
  // What a session of long ago holds may be a secret that is known by now.
  await learnSignIn(deps, candidate.runtime)

  const made = deps.newSessionId()
  deps.write.createSession(
    made,
    first.at,
    maskStart(deps.redactorForRun(), { ...first.body, parsedFrom: id }),
  )
  onMade(made)
  try {
    const writer = createReparse(deps, candidate.runtime, session.variant, (events) =>
      deps.write.append(made, events),
    )
    for (const entry of inOrder(deps.read, id, first.seq)) {
      if ('text' in entry) writer.line(entry)
      else writer.event(entry)
      if (writer.pending() < pageSize) continue
      writer.flush()
      await deps.yieldToLoop()
      if (signal.aborted) break
    }
    writer.end()
    const status = deps.read.session(made)?.status
    if (!signal.aborted && status !== undefined && status !== 'running') return ok(made)
    takeBack(deps, made)
    return signal.aborted
      ? failure('policy.invalid', 'Parsing this session again was stopped before its end.')
      : gone()
  } catch (cause) {
    deps.log.error('a session could not be parsed again', { sessionId: id, cause })
    takeBack(deps, made)
    if (cause instanceof StoreError) return { ok: false, error: cause.error }
    return failure(
      'internal.bug',
      'Glovebox itself failed at parsing this session again. The log says where.',
      {},
      cause,
    )
  }
}

const gone = () => failure('store.not_found', 'This session is not on record any more.')

/** Where the store itself is out of reach, the next start takes it back. */
function takeBack(deps: BrokerDeps, made: SessionId): void {
  try {
    deps.write.deleteSession(made)
  } catch (cause) {
    deps.log.error('a session that was parsed in part could not be deleted', { sessionId: made, cause })
  }
}

type Recorded = { readonly at: number; readonly seq: number; readonly body: EventBody }

/** Events and lines in the order they were recorded in: a line comes before the events that follow its `seq`. */
function* inOrder(read: StoreReader, id: SessionId, after: number): Generator<Recorded | NativeLine> {
  let cursor = after
  let lineCursor = 0
  let lines: NativeLine[] = []
  const nextLine = (): NativeLine | undefined => {
    if (lines.length === 0)
      lines = [...read.nativeLines(id, { after: lineCursor, limit: pageSize, whole: true }).lines]
    return lines[0]
  }
  for (;;) {
    const events = read.eventsAfter(id, cursor, pageSize, pageBytes)
    for (const event of events) {
      for (let line = nextLine(); line !== undefined && line.seq < event.seq; line = nextLine()) {
        lineCursor = line.line
        lines.shift()
        yield line
      }
      cursor = event.seq
      yield event
    }
    if (events.length === 0) return
  }
}

function createReparse(
  { redactorForRun }: Pick<BrokerDeps, 'redactorForRun'>,
  { createParser }: Pick<Runtime, 'createParser'>,
  variant: string | null,
  append: (events: readonly NewEvent[]) => void,
) {
  let queue: NewEvent[] = []
  let attempt = 0
  let parser: AgentParser | null = null
  let frame = 0
  let open = false
  /** The response has ended; its changes may still follow before its frame is closed. */
  let closing = false
  let changes = 0
  let mirrorFolder = ''
  let correcting = false
  let cameAt = 0
  const usage = createUsageTotal()

  let recordAt = 0
  const redactor = redactorForRun()
  const record = createMaskedRecord({
    redactor,
    lineRedactor: redactor,
    push: (body) => queue.push({ at: recordAt, body }),
    pushLine: () => {},
    // All that will follow is here already: nothing waits for long.
    later: () => () => {},
  })

  const push = (at: number, body: EventBody): void => {
    recordAt = at
    record.push(body)
  }
  const openFrame = (at: number): void => {
    if (open) return
    frame += 1
    open = true
    changes = 0
    push(at, { type: 'frame.started', frame, turn: 1 })
  }
  const closeFrame = (at: number): void => {
    if (open) push(at, { type: 'frame.finished', frame, changedFiles: changes })
    open = false
    closing = false
  }
  const take = (at: number, event: AgentEvent): void => {
    switch (event.type) {
      case 'response.started':
        if (closing) closeFrame(at)
        openFrame(at)
        return
      case 'response.finished':
        closing = true
        return
      // Images and the attempt's cost were recorded beside the lines.
      case 'done':
      case 'final':
      case 'image':
      case 'cost':
        return
      case 'agent.unknown':
      case 'agent.ready':
      case 'agent.notice':
      case 'agent.rate_limit':
      case 'agent.retrying':
      case 'permission.denied':
        push(at, event)
        return
      default:
        if (closing) closeFrame(at)
        openFrame(at)
        if (event.type === 'agent.usage') usage.add(event)
        push(at, event)
    }
  }
  const endAttempt = (at: number, exit: Pick<EventOf<'process.exited'>, 'code' | 'signal'>): void => {
    for (const event of parser?.end({ ...exit, errorText: '', stopped: false }).events ?? []) take(at, event)
    closeFrame(at)
    parser = null
  }

  const flush = (): void => {
    append(queue)
    queue = []
  }

  return {
    line: (line: NativeLine): void => {
      if (closing) closeFrame(line.at)
      cameAt = line.at
      if (parser === null || line.attempt !== attempt) {
        attempt = line.attempt
        parser = createParser({
          mirrorFolder,
          variant,
          attempt,
          earlierUsage: correcting ? usage.total() : null,
          now: () => cameAt,
        })
      }
      for (const event of parser.line(line.text)) take(line.at, event)
    },
    event: ({ at, body }: Recorded): void => {
      if (parsed.has(body.type)) return
      if (body.type === 'process.exited') endAttempt(at, body)
      // What the parser of the attempt that begins here has to know.
      if (body.type === 'process.started') mirrorFolder = body.folder ?? ''
      if (body.type === 'attempt.started') correcting = body.reason === 'correction'
      if (body.type !== 'file.changed') {
        recordAt = at
        record.pushRecorded(body)
        return
      }
      openFrame(at)
      changes += 1
      push(at, { ...body, frame })
    },
    pending: () => queue.length,
    flush,
    end: (): void => {
      record.settle()
      flush()
    },
  }
}
