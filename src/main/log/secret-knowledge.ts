import { literalSecrets, type NamedSecret } from './environment-secrets'
import { createSecretFinder, type SecretFinder } from './secret-finder'
import type { CheckedPatterns } from './user-patterns'

/** What is looked for by now. */
export type SecretKnowledge = {
  readonly find: SecretFinder
  /** Literals that hold white space. */
  readonly spaced: readonly string[]
  /** Literals in which line breaks may stand, by their first four characters. */
  readonly wrapped: ReadonlyMap<string, readonly string[]>
  /** All literals, by their first four characters. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
  /** Characters of the longest literal. */
  readonly longest: number
  /** Whether there are patterns that are matched by line. */
  readonly byLine: boolean
}

export function secretKnowledge(secrets: readonly NamedSecret[], patterns: CheckedPatterns): SecretKnowledge {
  const literals = literalSecrets(secrets)
  return {
    find: createSecretFinder(literals, patterns),
    spaced: literals.flatMap(({ text }) => (/\s/.test(text) ? [text] : [])),
    wrapped: byBeginning(literals.flatMap(({ text, wraps }) => (wraps ? [text] : []))),
    longest: Math.max(0, ...literals.map(({ text }) => text.length)),
    beginnings: byBeginning(literals.map(({ text }) => text)),
    byLine: patterns.length > 0,
  }
}

/** So much of a wrapped literal must stand at a text's end to be held back; less of it, shown, gives nothing away. */
export const beginningLength = 4

function byBeginning(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const text of texts) {
    const beginning = text.slice(0, beginningLength)
    const same = found.get(beginning)
    if (same === undefined) found.set(beginning, [text])
    else same.push(text)
  }
  return found
}
