export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]
export type LogDetails = Readonly<Record<string, unknown>>

/** Writes one JSON line per entry: `{"at", "level", "message", details}`. Never throws; secrets are masked (I8). */
export type Logger = Readonly<Record<LogLevel, (message: string, details?: LogDetails) => void>>

export type LoggerDeps = {
  /** Takes one line with its end. */
  readonly write: (line: string) => void
  readonly redact: (text: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Entries below it are dropped. */
  readonly level?: LogLevel
}

const maxMessage = 2000
const maxDetails = 16 * 1024

export function createLogger({ write, redact, now, level = 'info' }: LoggerDeps): Logger {
  const lowest = logLevels.indexOf(level)
  const log =
    (entryLevel: LogLevel) =>
    (message: string, details: LogDetails = {}) => {
      if (logLevels.indexOf(entryLevel) < lowest) return
      const head = JSON.stringify({
        at: new Date(now()).toISOString(),
        level: entryLevel,
        message: cut(redact(message), maxMessage),
      })
      const more = readDetails(details, redact)
      write(more === null ? `${head}\n` : `${head.slice(0, -1)},"details":${more}}\n`)
    }
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
}

/** JSON of the details, null for none. Masks before cutting, so that no half of a secret is left that no rule knows. */
function readDetails(details: LogDetails, redact: (text: string) => string): string | null {
  const text = stringify(details, redact)
  if (text === '{}') return null
  return text.length > maxDetails ? JSON.stringify(cut(text, maxDetails)) : text
}

/** JSON of any value: errors by name, message and stack; a value that JSON has no word for as its text. */
function stringify(details: LogDetails, redact: (text: string) => string): string {
  const path: object[] = []
  function replace(this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === 'string') return redact(value)
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
      return String(value)
    if (typeof value !== 'object' || value === null) return value
    while (path.length > 0 && path.at(-1) !== this) path.pop()
    if (path.includes(value) || path.length > 20) return '[…]'
    const plain = value instanceof Error ? describeError(value) : value
    path.push(plain)
    return plain
  }
  try {
    return JSON.stringify(details, replace)
  } catch (error) {
    return JSON.stringify({ unreadable: redact(String(error)) })
  }
}

function describeError(error: Error): object {
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...('cause' in error ? { cause: error.cause } : {}),
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
