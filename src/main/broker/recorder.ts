import {
  type Capability,
  capabilityWords,
  type EventBody,
  type EventOf,
  type FileChange,
  failure,
  type GloveboxError,
  type LimitName,
  type Limits,
  type Result,
  type Usage,
} from '../../shared'
import type { AgentEvent, AgentExit, AgentFailure, AgentParser } from '../runtimes'
import { StoreError } from '../store'
import { createAttemptCost, type EstimateCost } from './attempt-cost'
import { ownEvents } from './own-events'
import { createUsageTotal } from './usage-total'
import { boundValues } from './value-limit'

export type RecorderDeps = {
  readonly limits: Limits
  readonly capabilities: readonly Capability[]
  /** Queues one event for the store. */
  readonly push: (body: EventBody) => void
  /** Queues one native line for the store, in its place between the events; `events`: what the parser made of it. */
  readonly pushLine: (attempt: number, text: string, events: readonly AgentEvent[]) => void
  /** Keeps an image as content; its hash. */
  readonly keepContent: (bytes: Buffer) => Promise<Result<string>>
  readonly estimateCost: EstimateCost
  /** Takes a snapshot and stores its content; what changed since the one before. */
  readonly snapshot: () => Promise<Result<RecordedSnapshot>>
  /** Holds the agent's output back while a snapshot is taken, so that later changes can't slip into it. */
  readonly pause: () => void
  readonly resume: () => void
  readonly acknowledge: () => void
  /** Closes the agent's standard input: it has said its last. */
  readonly endInput: () => void
  /** Asks for the run to be ended: a limit was reached or a capability exceeded. */
  readonly stop: () => void
}

/** `left`: files that were not recorded any more because there are more changes than the limits allow. */
export type RecordedSnapshot = {
  readonly changes: readonly FileChange[]
  readonly left: number
  /** Paths of the mirror that can't be recorded (a pipe, a nested repository …), all of them each time. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

/** What one attempt came to, as far as its stream says. */
export type AttemptRecord = {
  /** Set once for the run: no attempt may follow. */
  readonly limit: { readonly name: LimitName; readonly ceiling: number } | null
  readonly fault: GloveboxError | null
  readonly failure: AgentFailure | null
  /** Whether the program itself told how it ended, so that its exit code adds nothing. */
  readonly told: boolean
  /** How often the program itself asked its model again. */
  readonly ownRetries: number
  /** The end of its error output. */
  readonly errorText: string
  readonly final: { readonly text: string; readonly structured?: unknown } | null
  /** The program's own conversation, to go on with. */
  readonly conversation: string | null
}

/** Makes a session out of an agent's stream: frames, file changes per frame, limits on events and changes. */
export type Recorder = {
  /** A new start of the program: its stream has a parser of its own; limits and frames go on. */
  readonly beginAttempt: (attempt: number, parser: AgentParser) => void
  /** Tokens recorded so far, over all attempts. */
  readonly usage: () => Usage
  readonly line: (line: string) => void
  readonly errorText: (text: string) => void
  readonly record: (body: EventBody) => void
  readonly reachLimit: (limit: LimitName, ceiling: number, value: number) => void
  /** What held the run was lost: it can't go on, and says why. */
  readonly lose: (error: GloveboxError) => void
  /** The record can't be stored: the run ends, and says so. */
  readonly refuse: (error: GloveboxError) => void
  /** After the process has ended: works off what is queued, closes the open frame with a last snapshot. */
  readonly finishAttempt: (exit: Omit<AgentExit, 'errorText'>) => Promise<AttemptRecord>
}

/** Tools that leave the mirror as it is: a frame of only these needs no snapshot. */
const harmless: ReadonlySet<string> = new Set(['read', 'search', 'wait'])

/** What a parser is given of the error output: its end, in characters. */
const maxErrorText = 8000

/** The end of a text, from a word's beginning on: half a word may be half a secret. */
function endOf(text: string): string {
  return text.length > maxErrorText ? text.slice(-maxErrorText).replace(/^\S+/, '') : text
}

const maxImageBytes = 10 * 1024 * 1024

const maxListed = 50

/** Count and first paths, as the event holds them. */
export function listSkipped(
  skipped: RecordedSnapshot['skipped'],
): Pick<EventOf<'files.skipped'>, 'count' | 'files'> {
  return {
    count: skipped.length,
    files: skipped.slice(0, maxListed).map(({ path, reason }) => ({ path, reason })),
  }
}

export function createRecorder(deps: RecorderDeps): Recorder {
  const queue: string[] = []
  let busy: Promise<void> | null = null
  let frame = 0
  let frameOpen = false
  let mayHaveChanged = false
  let events = 0
  let limit: AttemptRecord['limit'] = null
  let fault: GloveboxError | null = null
  let attempt = 0
  let parser: AgentParser | null = null
  let final: AttemptRecord['final'] = null
  let conversation: string | null = null
  let errorEnd = ''
  let ownRetries = 0
  const usage = createUsageTotal()
  let cost = createAttemptCost(deps.estimateCost)
  let changedBytes = 0
  let leftFiles = 0
  const changedPaths = new Set<string>()
  const skippedPaths = new Set<string>()
  /** Whether the beginning of the open frame is on record. */
  let frameKept = false

  const reachLimit: Recorder['reachLimit'] = (name, ceiling, value) => {
    if (limit !== null) return
    limit = { name, ceiling }
    deps.push({ type: 'limit.reached', limit: name, ceiling, value })
    deps.stop()
  }

  const record = (body: EventBody): void => {
    const counts = !ownEvents.has(body.type)
    if (counts && limit?.name === 'events') return
    if (counts) events += 1
    if (counts && events > deps.limits.events) reachLimit('events', deps.limits.events, events)
    else deps.push(body)
  }

  const openFrame = (): void => {
    if (frameOpen) return
    frame += 1
    frameOpen = true
    record({ type: 'frame.started', frame, turn: 1 })
    frameKept = limit?.name !== 'events'
  }

  const takeChanges = async (): Promise<readonly FileChange[]> => {
    const taken = await deps.snapshot()
    if (taken.ok) {
      leftFiles = taken.value.left
      nameSkipped(taken.value.skipped)
      return taken.value.changes
    }
    fault ??= taken.error
    deps.stop()
    return []
  }

  /** Each skipped path is named once. */
  const nameSkipped = (skipped: RecordedSnapshot['skipped']): void => {
    const fresh = skipped.filter(({ path }) => !skippedPaths.has(path))
    if (fresh.length === 0) return
    for (const { path } of fresh) skippedPaths.add(path)
    record({ type: 'files.skipped', frame: Math.max(frame, 1), ...listSkipped(fresh) })
  }

  const closeFrame = (changes: readonly FileChange[]): void => {
    // Changes have a frame to be shown in, even beyond the limit of events.
    const put = changes.length > 0 ? deps.push : record
    if (!frameKept && changes.length > 0) put({ type: 'frame.started', frame, turn: 1 })
    for (const change of changes) put({ type: 'file.changed', frame, ...change })
    checkChanges(changes)
    put({ type: 'frame.finished', frame, changedFiles: changes.length })
    frameOpen = false
    mayHaveChanged = false
  }

  const finishResponse = async (): Promise<void> => {
    closeFrame(await takeChanges())
    deps.acknowledge()
  }

  const checkChanges = (changes: readonly FileChange[]): void => {
    for (const change of changes) {
      const needed: Capability = change.change === 'modified' ? 'write_mirror' : 'create_files'
      if (!deps.capabilities.includes(needed)) violate(needed, change)
      changedPaths.add(change.path)
      changedBytes += change.after?.size ?? 0
    }
    const changedFiles = changedPaths.size + leftFiles
    if (changedFiles > deps.limits.changedFiles)
      reachLimit('changedFiles', deps.limits.changedFiles, changedFiles)
    if (changedBytes > deps.limits.changedBytes)
      reachLimit('changedBytes', deps.limits.changedBytes, changedBytes)
  }

  const violate = (capability: Capability, { change, path }: FileChange): void => {
    record({ type: 'policy.violated', capability, detail: `${change}: ${path}` })
    fault ??= failure(
      'policy.capability_exceeded',
      `Stopped: the agent went beyond its capabilities. It was not allowed to ${capabilityWords[capability].allows}.`,
      { capability, path, change },
    ).error
    deps.stop()
  }

  /** One agent event; a promise where what follows has to wait for a snapshot. */
  const take = (event: AgentEvent): Promise<void> | null => {
    switch (event.type) {
      case 'response.started':
        openFrame()
        return null
      case 'response.finished':
        if (mayHaveChanged) return finishResponse()
        if (frameOpen) closeFrame([])
        deps.acknowledge()
        return null
      case 'final': {
        const { type: _, ...message } = event
        final = message
        return null
      }
      case 'done':
        deps.endInput()
        return null
      case 'cost':
        cost.reported(event.usd)
        return null
      case 'image':
        return keepImage(event)
      case 'agent.usage':
        openFrame()
        usage.add(event)
        record(cost.priced(event))
        return null
      case 'agent.ready':
        conversation = event.session ?? conversation
        record(event)
        return null
      case 'tool.called':
        openFrame()
        if (!harmless.has(event.kind)) mayHaveChanged = true
        record(event)
        return null
      case 'agent.retrying':
        ownRetries += 1
        record(event)
        return null
      case 'agent.unknown':
      case 'agent.notice':
      case 'agent.rate_limit':
      case 'permission.denied':
        record(event)
        return null
      default:
        openFrame()
        record(event satisfies EventOf<'agent.message' | 'agent.thinking' | 'tool.output' | 'tool.finished'>)
        return null
    }
  }

  /** What a step could not do: the run can't be recorded as it was, so it ends and says so. */
  const fail = (cause: unknown): void => {
    fault ??=
      cause instanceof StoreError
        ? cause.error
        : failure('internal.bug', 'Glovebox itself failed in this run. The log says where.', {}, cause).error
    deps.stop()
  }

  /** What a line says goes with it into the record, which masks in it what it masks in its events (I8). */
  const readLine = (line: string): readonly AgentEvent[] => {
    let events: readonly AgentEvent[] = []
    try {
      events = parser?.line(line) ?? []
    } finally {
      deps.pushLine(attempt, line, events)
    }
    return events
  }

  /** What is left of the line that is being worked off, its next event last: one line may hold any number of them. */
  let pending: AgentEvent[] = []
  /** Takes the next event of that line, or reads the next line; false: there is none. */
  const step = (): boolean => {
    const event = pending.pop()
    if (event !== undefined) {
      const wait = take(event)
      if (wait !== null) waitFor(wait)
      return true
    }
    const line = queue.shift()
    if (line === undefined) return false
    pending = readLine(line).toReversed()
    return true
  }
  const pump = (): void => {
    while (busy === null) {
      try {
        if (!step()) return
      } catch (cause) {
        fail(cause)
      }
    }
  }
  const waitFor = (change: Promise<void>): void => {
    deps.pause()
    busy = change.catch(fail).finally(() => {
      busy = null
      deps.resume()
      pump()
    })
  }

  const keepImage = async ({ callId, mediaType, bytes }: AgentEvent & { type: 'image' }): Promise<void> => {
    if (bytes.length > maxImageBytes)
      return record({ type: 'agent.notice', level: 'info', text: 'An image of over 10 MB was not kept.' })
    const kept = await deps.keepContent(Buffer.from(bytes))
    if (kept.ok) record({ type: 'tool.image', callId, mediaType, hash: kept.value, bytes: bytes.length })
    else fault ??= kept.error
  }

  const drain = async (): Promise<void> => {
    pump()
    while (busy !== null) await busy
  }

  return {
    beginAttempt: (number, ownParser) => {
      attempt = number
      parser = ownParser
      final = null
      errorEnd = ''
      ownRetries = 0
      cost = createAttemptCost(deps.estimateCost)
    },
    errorText: (text) => {
      if (limit?.name === 'events') return
      errorEnd = endOf(errorEnd + text)
      try {
        record({ type: 'process.output', stream: 'stderr', text })
      } catch (cause) {
        fail(cause)
      }
    },
    usage: usage.total,
    lose: (error) => {
      if (fault !== null) return
      fault = error
      record({ type: 'sandbox.lost', error })
      deps.stop()
    },
    refuse: (error) => {
      fault ??= error
      deps.stop()
    },
    line: (line) => {
      // Nothing more is recorded, and what is being ended may still have a million lines to say.
      if (limit?.name === 'events') return
      queue.push(boundValues(line))
      pump()
    },
    record,
    reachLimit,
    finishAttempt: async (exit) => {
      await drain()
      const end = parser?.end({ ...exit, errorText: errorEnd }) ?? { events: [], failure: null, told: false }
      pending = end.events.toReversed()
      await drain()
      // What a program leaves behind outside any response still belongs to the session.
      const changes = await takeChanges()
      if (changes.length > 0) openFrame()
      if (frameOpen) closeFrame(changes)
      const costed = cost.total()
      if (costed !== null) record({ type: 'agent.cost', attempt, ...costed })
      return {
        limit,
        fault,
        failure: end.failure,
        told: end.told ?? false,
        ownRetries,
        errorText: errorEnd,
        final,
        conversation,
      }
    },
  }
}
