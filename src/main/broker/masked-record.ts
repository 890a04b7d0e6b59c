import type { EventBody, EventOf } from '../../shared'

/** The redactor of one run: it masks, and counts what it masked by rule. */
export type RunRedactor = {
  readonly redact: (text: string) => string
  readonly redactValue: <T>(value: T) => T
  readonly createStream: () => { readonly push: (piece: string) => string; readonly end: () => string }
  readonly counts: () => ReadonlyMap<string, number>
}

type OutputEvent = EventOf<'tool.output' | 'process.output'>

export type MaskedRecordDeps = {
  readonly redactor: RunRedactor
  /** Masks native lines: they say what the events say, so what it masks is not counted again. */
  readonly lineRedactor: Pick<RunRedactor, 'redact' | 'redactValue'>
  readonly push: (body: EventBody) => void
  readonly pushLine: (attempt: number, text: string) => void
}

/** The one way into a session's record: everything is masked before it is queued (I8). */
export type MaskedRecord = {
  readonly push: (body: EventBody) => void
  readonly pushLine: (attempt: number, text: string) => void
  /** Lets go of output that was held back since it might have been the beginning of a secret. */
  readonly settle: () => void
}

/**
 * Output comes in pieces, and a secret may be split over them: each stream of output has a redaction stream of its own,
 * which holds a piece's end back until it is known to be harmless. It is let go when its tool call ends.
 */
export function createMaskedRecord({
  redactor,
  lineRedactor,
  push,
  pushLine,
}: MaskedRecordDeps): MaskedRecord {
  const streams = new Map<
    string,
    { readonly event: OutputEvent; readonly stream: ReturnType<RunRedactor['createStream']> }
  >()

  const pushText = (event: OutputEvent, text: string): void => {
    if (text !== '') push({ ...event, text })
  }
  const pushOutput = (event: OutputEvent): void => {
    const key = keyOf(event)
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
      push(redactor.redactValue(body))
    },
    pushLine: (attempt, text) => pushLine(attempt, maskLine(lineRedactor, text)),
    settle: () => settle(() => true),
  }
}

function keyOf(event: OutputEvent): string {
  return event.type === 'tool.output' ? `tool ${event.callId} ${event.stream}` : `process ${event.stream}`
}

/** Masks a native line as text, so that the rest of it stays byte for byte; value by value where that would break its JSON. */
function maskLine(redactor: MaskedRecordDeps['lineRedactor'], line: string): string {
  const masked = redactor.redact(line)
  if (masked === line || !isJson(line) || isJson(masked)) return masked
  const value: unknown = JSON.parse(line)
  return JSON.stringify(redactor.redactValue(value))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
