/** What the Responses API takes as a strict format, and how deep. Source: its guide on structured outputs. */
const maxDepth = 10
const takenKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'definitions',
  '$comment',
  'title',
  'description',
  'type',
  'enum',
  'const',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
])

/**
 * Whether the API takes a schema as a strict format: an object at the top, every object closed with all its properties
 * required, no keyword that it refuses (`oneOf`, `not`, `patternProperties` …). With any other the request would fail.
 */
export function isStrictSchema(text: string): boolean {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch {
    return false
  }
  return isRecord(schema) && schema['type'] === 'object' && !('anyOf' in schema) && isStrict(schema, 0)
}

function isStrict(schema: unknown, depth: number): boolean {
  if (!isRecord(schema) || depth > maxDepth) return false
  if (!Object.keys(schema).every((keyword) => takenKeywords.has(keyword))) return false
  if (!hasClosedObject(schema)) return false
  const { properties, $defs, definitions, items, anyOf } = schema
  const named = [properties, $defs, definitions].flatMap((group) =>
    isRecord(group) ? Object.values(group) : [],
  )
  const inner = [...named, ...(items === undefined ? [] : [items]), ...(Array.isArray(anyOf) ? anyOf : [])]
  return inner.every((each) => isStrict(each, depth + 1))
}

function hasClosedObject(schema: Readonly<Record<string, unknown>>): boolean {
  const { type, properties, required, additionalProperties } = schema
  const types = Array.isArray(type) ? type : [type]
  if (!types.includes('object')) return properties === undefined
  if (additionalProperties !== false || !isRecord(properties) || !Array.isArray(required)) return false
  return Object.keys(properties).every((name) => required.includes(name))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The prompt of a run whose schema the API would refuse: the model is told of it, and the broker checks the answer. */
export function promptWithSchema(prompt: string, schema: string): string {
  return `${prompt}

Your last message has to be one JSON value and nothing else: no words around it, no code fence. It has to meet this JSON Schema:
${schema}`
}
