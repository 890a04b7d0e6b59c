import { isSafePattern } from 'redos-detector'
import { type Failure, ok, type Result } from '../../../shared'
import { escapePointer, isJsonObject } from './json'
import { schemaInvalid } from './schema-error'
import type { SchemaPosition } from './schema-positions'
import { withinTime } from './within-time'

const maxPatterns = 100
const maxPatternLength = 500
/** Steps of the detector for one pattern: enough for usual ones, and the same on every machine. */
const maxSteps = 3000
/** For all patterns of a schema together. */
const budgetMs = 2000

type Pattern = { readonly pointer: string; readonly source: string }

/**
 * Refuses regular expressions that could take very long on some text, as far as redos-detector can tell. It looks for
 * ambiguity, so it also refuses patterns that are slow only on paper; what can not be shown to be safe is not run.
 */
export function checkPatterns(positions: Iterable<SchemaPosition>): Result<null> {
  const patterns = [...positions].flatMap(patternsOf)
  if (patterns.length > maxPatterns)
    return schemaInvalid(
      'too_many',
      '',
      patterns.length,
      `it has more than ${maxPatterns} patterns`,
      'Use fewer of them.',
    )
  const end = performance.now() + budgetMs
  const checked = new Set<string>()
  for (const pattern of patterns) {
    if (checked.has(pattern.source)) continue
    checked.add(pattern.source)
    const problem = problemOf(pattern.source, end - performance.now())
    if (problem !== null) return unsafe(pattern, problem)
  }
  return ok(null)
}

function patternsOf({ pointer, schema }: SchemaPosition): readonly Pattern[] {
  const patterns: Pattern[] = []
  const { pattern, patternProperties } = schema
  if (typeof pattern === 'string') patterns.push({ pointer: `${pointer}/pattern`, source: pattern })
  if (isJsonObject(patternProperties))
    for (const source of Object.keys(patternProperties))
      patterns.push({ pointer: `${pointer}/patternProperties/${escapePointer(source)}`, source })
  return patterns
}

function problemOf(source: string, remainingMs: number): string | null {
  if (source.length > maxPatternLength) return `the pattern is longer than ${maxPatternLength} characters`
  if (!isRegularExpression(source)) return 'the pattern is no regular expression (ECMA-262, with the flag u)'
  if (remainingMs <= 0) return 'the patterns together take too long to check'
  const checked = withinTime(remainingMs, () =>
    isSafePattern(source, { unicode: true, maxSteps, timeout: remainingMs }),
  )
  if (checked.type !== 'done') return 'the pattern can not be shown to be quick on every text'
  return checked.value.safe ? null : 'the pattern may take very long on some texts'
}

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u').source.length > 0
  } catch {
    return false
  }
}

function unsafe({ pointer, source }: Pattern, problem: string): Failure {
  const wayOut =
    'Make it simpler (no repetition inside a repetition, no overlapping choices), or leave it out.'
  return schemaInvalid('unsafe_pattern', pointer, source, problem, wayOut)
}
