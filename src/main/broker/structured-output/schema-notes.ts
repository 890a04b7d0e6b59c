import { isKnownKeyword } from './compile-schema'
import type { Draft } from './draft'
import type { SchemaPosition } from './schema-positions'

const maxNotes = 10

/** What stands in the schema but is not checked: formats, and keywords that the draft does not know (typing errors, too). */
export function schemaNotes(positions: ReadonlyMap<string, SchemaPosition>, draft: Draft): readonly string[] {
  const notes = new Map<string, string>()
  for (const { pointer, schema } of positions.values())
    for (const keyword of Object.keys(schema)) {
      if (notes.has(keyword)) continue
      if (keyword === 'format')
        notes.set(
          keyword,
          'Formats are a hint for the agent: "format" is not checked. Use "pattern" for that.',
        )
      else if (!isKnownKeyword(keyword, draft) && !identifiers.has(keyword))
        notes.set(
          keyword,
          `The keyword "${keyword.slice(0, 60)}" (at ${pointer || 'the root'}) is unknown and not checked.`,
        )
    }
  return [...notes.values()].slice(0, maxNotes)
}

/** Known to every draft, though no rule of a validator. */
const identifiers: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'definitions',
  '$comment',
  '$anchor',
])
