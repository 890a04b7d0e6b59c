import { createHash } from 'node:crypto'
import { type Failure, ok, type Result } from '../../../shared'
import { checkAgainstDraft, compileSchema } from './compile-schema'
import { type Draft, detectDraft } from './draft'
import { asJson, canonicalJson, isJsonArray, isJsonObject, type JsonObject, type JsonProblem } from './json'
import { schemaInvalid } from './schema-error'
import { schemaNotes } from './schema-notes'
import { checkPatterns } from './schema-patterns'
import { type SchemaPosition, schemaPositions } from './schema-positions'
import { checkReferences } from './schema-references'
import { parseStrictJson } from './strict-json'

/** A schema that was checked and found usable. Only `checkOutputSchema` makes one. */
export type OutputSchema = {
  readonly draft: Draft
  readonly schema: JsonObject
  /** The schema in the form of RFC 8785: the same bytes for the same schema, whatever order it was written in. */
  readonly canonical: string
  /** SHA-256 of the canonical form. */
  readonly hash: string
  /** What is in the schema but not checked by it, in sentences for people; at most 10. */
  readonly notes: readonly string[]
}

export const maxSchemaBytes = 64 * 1024
const limits = { maxDepth: 32, maxValues: 20_000 }
const maxSchemas = 2000
const maxProperties = 1000
const maxEnumValues = 2000

/**
 * Checks an output schema before anything else of a run: size, form, draft, references, patterns, validity, and that a
 * validator can be made of it. Takes text, or a value that was parsed before. Synchronous and bounded in time (seconds
 * for a hostile schema, milliseconds for a usual one). Fails with policy.schema_invalid and details { reason, pointer, value }.
 */
export function checkOutputSchema(source: unknown): Result<OutputSchema> {
  const parsed = parseSchema(source)
  if (!parsed.ok) return parsed
  const draft = detectDraft(parsed.value)
  if (!draft.ok) return draft
  const positions = schemaPositions(parsed.value)
  for (const check of [checkSizes, checkKeywords, checkReferences]) {
    const sound = check(positions)
    if (!sound.ok) return sound
  }
  const valid = checkAgainstDraft(parsed.value, draft.value)
  if (!valid.ok) return valid
  const patterns = checkPatterns(positions.values())
  if (!patterns.ok) return patterns
  const compiled = compileSchema(parsed.value, draft.value, false)
  if (!compiled.ok) return compiled
  return ok(outputSchema(parsed.value, draft.value, positions))
}

function outputSchema(
  schema: JsonObject,
  draft: Draft,
  positions: ReadonlyMap<string, SchemaPosition>,
): OutputSchema {
  const canonical = canonicalJson(schema)
  const hash = createHash('sha256').update(canonical).digest('hex')
  return { draft, schema, canonical, hash, notes: schemaNotes(positions, draft) }
}

function parseSchema(source: unknown): Result<JsonObject> {
  const text = typeof source === 'string' ? source : textOf(source)
  if (typeof text !== 'string') return text
  const bytes = Buffer.byteLength(text)
  if (bytes > maxSchemaBytes)
    return schemaInvalid(
      'too_large',
      '',
      `${bytes} bytes`,
      `it is larger than ${maxSchemaBytes / 1024} KiB`,
      'Leave out descriptions and examples, or ask for less.',
    )
  const parsed = parseStrictJson(text, limits)
  if (!parsed.ok) return refused(parsed.problem, text)
  if (isJsonObject(parsed.value)) return ok(parsed.value)
  const wayOut = 'Write { "type": "object", "properties": { … } }.'
  return schemaInvalid('not_an_object', '', parsed.value, 'it is no JSON object', wayOut)
}

function textOf(value: unknown): string | Failure {
  const taken = asJson(value, limits)
  return taken.ok ? JSON.stringify(taken.value) : refused(taken.problem, value)
}

function refused({ reason, pointer, message }: JsonProblem, value: unknown): Failure {
  switch (reason) {
    case 'not_json':
      return schemaInvalid('not_json', pointer, value, `it ${message}`, 'Mend the JSON text.')
    case 'too_deep':
      return schemaInvalid('too_deep', pointer, value, `it ${message}`, 'Move inner schemas into "$defs".')
    case 'too_many_values':
      return schemaInvalid('too_many', pointer, value, `it ${message}`, 'Ask for less.')
    case 'repeated_name':
      return schemaInvalid('repeated_name', pointer, value, `it ${message}`, 'Keep one of the two.')
    case 'forbidden_name':
      return schemaInvalid('forbidden_name', pointer, value, `it ${message}`, 'Use another name.')
  }
}

function checkSizes(positions: ReadonlyMap<string, SchemaPosition>): Result<null> {
  let properties = 0
  let values = 0
  for (const { schema } of positions.values()) {
    if (isJsonObject(schema['properties'])) properties += Object.keys(schema['properties']).length
    if (isJsonArray(schema['enum'])) values += schema['enum'].length
  }
  if (positions.size > maxSchemas) return tooMany(positions.size, `${maxSchemas} schemas`)
  if (properties > maxProperties) return tooMany(properties, `${maxProperties} properties`)
  return values > maxEnumValues ? tooMany(values, `${maxEnumValues} values in "enum"`) : ok(null)
}

function tooMany(count: number, most: string): Failure {
  return schemaInvalid(
    'too_many',
    '',
    count,
    `it has more than ${most}`,
    'Ask for less, or use a wider type.',
  )
}

/** Keywords that would change what references mean, or make a validator that answers later. */
function checkKeywords(positions: ReadonlyMap<string, SchemaPosition>): Result<null> {
  for (const { pointer, schema } of positions.values())
    for (const keyword of ['$id', '$async', '$schema'])
      if (Object.hasOwn(schema, keyword) && (pointer !== '' || keyword === '$async'))
        return schemaInvalid(
          'unsupported_keyword',
          `${pointer}/${keyword}`,
          schema[keyword],
          `"${keyword}" is not supported here`,
          'Leave it out; inner schemas are named by "$defs" and "#/$defs/…".',
        )
  return ok(null)
}
