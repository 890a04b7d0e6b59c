import { environmentSecrets, type NamedSecret } from './environment-secrets'
import { maskFound } from './mask'
import { createRedactionStream, type RedactionStream } from './redaction-stream'
import { type SecretKnowledge, secretKnowledge } from './secret-knowledge'
import { createSplitWatch, type SplitWatch, type SplitWatchOptions } from './split-watch'
import type { CheckedPatterns } from './user-patterns'

/** Masks secrets in everything that is recorded, logged, exported or shown (I8). */
export type Masker = {
  /** Replaces each secret in a text by `[masked: <rule, variable or pattern>]`. */
  readonly redact: (text: string) => string
  /** The same for every string inside a JSON value, its keys too. The value itself is left as it is. */
  readonly redactValue: <T>(value: T) => T
  /** For text that comes in pieces: finds a secret that is split over them. */
  readonly createStream: () => RedactionStream
  /** For text that comes in pieces which are recorded one by one. */
  readonly createSplitWatch: <Owner>(options: SplitWatchOptions<Owner>) => SplitWatch<Owner>
}

/** A masker that counts what it masks, by the name in the mask, never by value. */
export type RunMasker = Masker & { readonly counts: () => ReadonlyMap<string, number> }

export type Redactor = Masker & {
  /** Masks what the redactor masks, also what it learns later, with counts of its own. */
  readonly forRun: () => RunMasker
  /** A secret that became known at run time (a key from the settings): masked from now on, in all its forms. */
  readonly addSecret: (name: string, text: string) => void
  /** Replaces the user's patterns, for everything that is masked from now on. */
  readonly setPatterns: (patterns: CheckedPatterns) => void
}

export type RedactorOptions = {
  readonly secrets?: readonly NamedSecret[]
  readonly patterns?: CheckedPatterns
}

/**
 * `environment`: whose secret-looking variables' values are masked, besides `secrets`, what the user's `patterns` match,
 * and everything that is shaped like a key.
 */
export function createRedactor(
  environment: NodeJS.ProcessEnv,
  { secrets = [], patterns = [] }: RedactorOptions = {},
): Redactor {
  const known = [...environmentSecrets(environment), ...secrets]
  let used = patterns
  let current: SecretKnowledge | null = null
  const knowledge = (): SecretKnowledge => {
    current ??= secretKnowledge(known, used)
    return current
  }
  return {
    ...createMasker(knowledge, () => {}),
    forRun: () => {
      const counts = new Map<string, number>()
      const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
      return { ...createMasker(knowledge, count), counts: () => new Map(counts) }
    },
    addSecret: (name, text) => {
      if (known.some((each) => each.text === text)) return
      known.push({ name, text })
      current = null
    },
    setPatterns: (next) => {
      used = next
      current = null
    },
  }
}

function createMasker(knowledge: () => SecretKnowledge, count: (name: string) => void): Masker {
  const redact = (text: string): string => maskFound(text, knowledge().find(text), 0, text.length, count)
  return {
    redact,
    redactValue: <T>(value: T): T => mapStrings(value, redact) as T,
    createStream: () => createRedactionStream({ knowledge, count }),
    createSplitWatch: (options) => createSplitWatch(knowledge, options),
  }
}

const maxDepth = 64
const tooDeep = '[left out: nested too deeply]'

/** Maps every string in a JSON value (plain objects, arrays and scalars), keys too; what is nested too deeply is left out. */
export function mapStrings(value: unknown, map: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return map(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return tooDeep
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, map, depth + 1))
  const entries = Object.entries(value).map(([key, each]) => [map(key), mapStrings(each, map, depth + 1)])
  return Object.fromEntries(entries)
}
