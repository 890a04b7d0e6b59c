import type { EventBody, EventOf } from '../../shared'
import type { RunMasker } from '../log'
import type { AgentEvent } from '../runtimes'
import { maskBody } from './masked-body'
import { maskLine, readLine } from './native-line'
import { createRecordQueue, type QueuedEntry } from './record-queue'
import { createTextWatches, outputOf, pieceOf, textKeys } from './text-watches'

/** The redactor of one run: it masks, and counts what it masked by rule. */
export type RunRedactor = RunMasker

type OutputEvent = EventOf<'tool.output' | 'process.output'>

export type MaskedRecordDeps = {
  readonly redactor: RunRedactor
  /** Masks native lines: they say what the events say, so what it masks is not counted again. */
  readonly lineRedactor: RunRedactor
  readonly push: (body: EventBody) => void
  readonly pushLine: (attempt: number, text: string) => void
  /** Calls back in a second, about; returns what cancels it. */
  readonly later?: (run: () => void) => () => void
}

/** The one way into a session's record: everything is masked before it is queued (I8). */
export type MaskedRecord = {
  readonly push: (body: EventBody) => void
  /** An event that was on record before: masked as it stands, and no piece of anything. */
  readonly pushRecorded: (body: EventBody) => void
  /** `events`: what the parser made of the line. */
  readonly pushLine: (attempt: number, text: string, events: readonly AgentEvent[]) => void
  /** Lets go of what was held back since it might have been the beginning of a secret. */
  readonly settle: () => void
}

/**
 * Output comes in pieces, and a secret may be split over them. Each stream of a tool's or the program's output has a
 * redaction stream of its own, which holds a piece's end back until it is known to be harmless; it is let go when its
 * tool call ends. Messages and native lines stay whole: one whose end looks like the beginning of a secret waits, and
 * all behind it, until what follows is there, for a second at most.
 */
export function createMaskedRecord({
  redactor,
  lineRedactor,
  push,
  pushLine,
  later = inASecond,
}: MaskedRecordDeps): MaskedRecord {
  const streams = new Map<
    string,
    { readonly event: OutputEvent; readonly stream: ReturnType<RunRedactor['createStream']> }
  >()
  const eventTexts = createTextWatches(redactor)
  const lineTexts = createTextWatches(lineRedactor)
  let cancelTimer: (() => void) | null = null

  const release = (): void => {
    eventTexts.release()
    lineTexts.release()
    queue.drain()
    plan()
  }
  const queue = createRecordQueue(() => release())
  const plan = (): void => {
    if (queue.isEmpty()) {
      cancelTimer?.()
      cancelTimer = null
    } else
      cancelTimer ??= later(() => {
        cancelTimer = null
        release()
      })
  }
  const add = (entry: QueuedEntry): void => {
    queue.add(entry)
    plan()
  }
  const entryOf = (body: EventBody): QueuedEntry => ({
    waits: 0,
    parts: [],
    size: 'text' in body ? body.text.length : 1000,
    write: (parts) => push(maskBody(redactor, body, parts)),
  })

  const pushText = (event: OutputEvent, text: string): void => {
    // Masked already.
    if (text !== '') add({ waits: 0, parts: [], size: text.length, write: () => push({ ...event, text }) })
  }
  const pushOutput = (event: OutputEvent): void => {
    const key = event.type === 'tool.output' ? `${outputOf(event.callId)}${event.stream}` : event.stream
    const open = streams.get(key) ?? { event, stream: redactor.createStream() }
    streams.set(key, open)
    pushText(event, open.stream.push(event.text))
  }
  const settle = (of: (event: OutputEvent) => boolean): void => {
    for (const [key, { event, stream }] of streams) {
      if (!of(event)) continue
      streams.delete(key)
      pushText(event, stream.end())
    }
  }

  return {
    push: (body) => {
      if (body.type === 'tool.output' || body.type === 'process.output') return pushOutput(body)
      if (body.type === 'tool.finished')
        settle((event) => event.type === 'tool.output' && event.callId === body.callId)
      // The words of one response are one text.
      if (body.type === 'frame.finished') {
        eventTexts.end(textKeys.words)
        lineTexts.end(textKeys.words)
      }
      const entry = entryOf(body)
      const piece = pieceOf(body)
      if (piece !== null) eventTexts.push(piece.key, piece.text, entry)
      add(entry)
    },
    pushRecorded: (body) => add(entryOf(body)),
    pushLine: (attempt, text, events) => {
      const line = readLine(text)
      const entry: QueuedEntry = {
        waits: 0,
        parts: [],
        size: text.length,
        write: (parts) => pushLine(attempt, maskLine(lineRedactor, line, parts)),
      }
      if (line.value === undefined) lineTexts.push(textKeys.lines, text, entry)
      for (const event of events) {
        const piece = pieceOf(event)
        // An unknown line is a piece as it stands, which was seen to above.
        if (piece !== null && event.type !== 'agent.unknown') lineTexts.push(piece.key, piece.text, entry)
        if (event.type === 'tool.finished') lineTexts.end(outputOf(event.callId))
        if (event.type === 'response.finished') lineTexts.end(textKeys.words)
      }
      add(entry)
    },
    settle: () => {
      settle(() => true)
      eventTexts.end('')
      lineTexts.end('')
      queue.drain()
      plan()
    },
  }
}

function inASecond(run: () => void): () => void {
  const timer = setTimeout(run, 1000).unref()
  return () => clearTimeout(timer)
}
