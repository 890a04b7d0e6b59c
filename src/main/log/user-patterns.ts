import { isSafePattern } from 'redos-detector'
import { failure, ok, type Result } from '../../shared'
import { maskName } from './environment-secrets'
import { type FoundSecret, ranks } from './found-secret'

/** What the user wants masked besides: a name for the mask, and a regular expression (source text, no flags). */
export type UserPattern = { readonly name: string; readonly pattern: string }

/** Patterns that were checked. Each is matched within a line. */
export type CheckedPatterns = readonly { readonly name: string; readonly expression: RegExp }[]

export const userPatternLimits = { patterns: 20, characters: 500 } as const

/** Milliseconds that may go into looking at one pattern. */
const checkTimeout = 1000
/** A longer line is taken in pieces, so that a pattern that is slow on long text stays bounded. */
const maxPiece = 1024
/** What neighbouring pieces share. A match longer than this is found only where it lies in one piece. */
const overlap = 256

/**
 * Compiles the patterns, and refuses those that could take very long; up to a second for each, so for ones that the user
 * enters, not for stored ones. `policy.invalid` for the first that can't be used, with `details: { name, pattern,
 * reason }`; reason is `too_many`, `too_long`, `unnamed`, `malformed`, `matches_nothing` or `slow`.
 */
export function checkUserPatterns(patterns: readonly UserPattern[]): Result<CheckedPatterns> {
  const compiled = compileUserPatterns(patterns)
  if (!compiled.ok) return compiled
  const slow = patterns.find(({ pattern }) => !isFast(pattern))
  if (slow === undefined) return compiled
  return refuse(
    slow,
    'slow',
    'can take very long on some texts. Avoid repetitions inside repetitions, and neighbouring ones that can take the same characters.',
  )
}

/** The same without the check for slowness: for patterns that passed it when they were entered. */
export function compileUserPatterns(patterns: readonly UserPattern[]): Result<CheckedPatterns> {
  if (patterns.length > userPatternLimits.patterns)
    return failure(
      'policy.invalid',
      `There are ${patterns.length} patterns, and at most ${userPatternLimits.patterns} are used. Remove some, or join them with “|”.`,
      { name: '', pattern: '', reason: 'too_many' },
    )
  const compiled: { name: string; expression: RegExp }[] = []
  for (const pattern of patterns) {
    const result = compile(pattern)
    if (!result.ok) return result
    compiled.push({ name: maskName(pattern.name.trim()), expression: result.value })
  }
  return ok(compiled)
}

function compile(given: UserPattern): Result<RegExp> {
  const { name, pattern } = given
  if (name.trim() === '') return refuse(given, 'unnamed', 'has no name. Give it one: the mask shows it.')
  if (pattern.length > userPatternLimits.characters)
    return refuse(
      given,
      'too_long',
      `has ${pattern.length} characters, and at most ${userPatternLimits.characters} are allowed. Shorten it.`,
    )
  try {
    const expression = new RegExp(pattern, 'g')
    if (pattern !== '' && !expression.test('')) return ok(expression)
  } catch (cause) {
    return refuse(given, 'malformed', 'is not a regular expression. Correct it, or remove it.', cause)
  }
  return refuse(
    given,
    'matches_nothing',
    'also matches where nothing is. Say at least one character that it must have.',
  )
}

function refuse({ name, pattern }: UserPattern, reason: string, sentence: string, cause?: unknown) {
  const shown = pattern.slice(0, userPatternLimits.characters)
  return failure(
    'policy.invalid',
    `The pattern “${name}” (${shown}) ${sentence}`,
    { name, pattern, reason },
    cause,
  )
}

/**
 * Looked at from one beginning: that a pattern is tried at every place of a text makes it slower by the length of a
 * piece at most, and hardly any useful one would pass. One that the library can't read is not known to be fast.
 */
function isFast(pattern: string): boolean {
  try {
    return isSafePattern(`^(?:${pattern})`, { timeout: checkTimeout }).safe
  } catch {
    return false
  }
}

/** What the patterns match in a text, line by line. */
export function findUserPatterns(text: string, patterns: CheckedPatterns): readonly FoundSecret[] {
  if (patterns.length === 0) return []
  const found: FoundSecret[] = []
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak === -1 ? text.length : lineBreak
    for (let from = start; ; from += maxPiece - overlap) {
      const to = Math.min(end, from + maxPiece)
      findInPiece(text.slice(from, to), from, patterns, found)
      if (to === end) break
    }
    start = end + 1
  }
  return found
}

function findInPiece(piece: string, from: number, patterns: CheckedPatterns, found: FoundSecret[]): void {
  for (const { name, expression } of patterns) {
    expression.lastIndex = 0
    for (let match = expression.exec(piece); match !== null; match = expression.exec(piece)) {
      const start = from + match.index
      if (match[0] === '') expression.lastIndex += 1
      else found.push({ start, end: start + match[0].length, name, rank: ranks.pattern })
    }
  }
}
