import { environmentSecrets } from './environment-secrets'
import { createRedactionStream, type RedactionStream } from './redaction-stream'
import { secretRules } from './secret-rules'

/** Masks secrets in everything that is recorded, logged, exported or shown (I8). */
export type Redactor = {
  /** Replaces each secret in a text by `[masked: <rule or variable>]`. */
  readonly redact: (text: string) => string
  /** The same for every string inside a JSON value, its keys too. The value itself is left as it is. */
  readonly redactValue: <T>(value: T) => T
  /** For text that comes in pieces: finds a secret that is split over them. */
  readonly createStream: () => RedactionStream
}

/** `environment`: whose secret-looking variables' values are masked, besides everything that is shaped like a key. */
export function createRedactor(environment: NodeJS.ProcessEnv): Redactor {
  const literals = environmentSecrets(environment)
  const rules = [...literals.map(({ name, text }) => ({ name, pattern: escapeRegExp(text) })), ...secretRules]
  // One pass over the text for all rules: each is a group, and the group that matched says which it was.
  const secret = new RegExp(rules.map(({ pattern }) => `(${pattern})`).join('|'), 'g')

  const mask = (match: string, ...groups: readonly unknown[]): string => {
    const index = groups.indexOf(match)
    const name = rules[index]?.name ?? 'secret'
    return name === 'password in an address' ? `://[masked: ${name}]@` : `[masked: ${name}]`
  }
  const redact = (text: string): string => text.replace(secret, mask)

  return {
    redact,
    redactValue: <T>(value: T): T => mapStrings(value, redact, 0) as T,
    createStream: () => createRedactionStream({ redact, matches: (text) => text.matchAll(secret), literals }),
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

const maxDepth = 64
const tooDeep = '[left out: nested too deeply]'

/** Only JSON values come here (events, log details): plain objects, arrays and scalars. */
function mapStrings(value: unknown, map: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return map(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return tooDeep
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, map, depth + 1))
  const entries = Object.entries(value).map(([key, each]) => [map(key), mapStrings(each, map, depth + 1)])
  return Object.fromEntries(entries)
}
