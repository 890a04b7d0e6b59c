import { escapePointer, isJsonArray, isJsonObject, type Json, type JsonObject } from './json'

/** A place of a schema that is itself a schema (an object; `true` and `false` need no looking at). */
export type SchemaPosition = {
  readonly pointer: string
  readonly schema: JsonObject
  /** Pointers of the subschemas that look at the same value as this one. */
  readonly inPlace: readonly string[]
}

type Shape = 'schema' | 'list' | 'map'
type Applicator = { readonly shapes: readonly Shape[]; readonly inPlace: boolean }

const one = (inPlace: boolean): Applicator => ({ shapes: ['schema'], inPlace })
const list = (inPlace: boolean): Applicator => ({ shapes: ['list'], inPlace })
const map = (inPlace: boolean): Applicator => ({ shapes: ['map'], inPlace })

/** Keywords that hold schemas, of drafts 7 and 2020-12 together. What other keywords hold is data, not a schema. */
const applicators: ReadonlyMap<string, Applicator> = new Map([
  ['$defs', map(false)],
  ['definitions', map(false)],
  ['properties', map(false)],
  ['patternProperties', map(false)],
  ['additionalProperties', one(false)],
  ['unevaluatedProperties', one(false)],
  ['propertyNames', one(false)],
  ['prefixItems', list(false)],
  ['items', { shapes: ['schema', 'list'], inPlace: false }],
  ['additionalItems', one(false)],
  ['unevaluatedItems', one(false)],
  ['contains', one(false)],
  ['contentSchema', one(false)],
  ['allOf', list(true)],
  ['anyOf', list(true)],
  ['oneOf', list(true)],
  ['not', one(true)],
  ['if', one(true)],
  ['then', one(true)],
  ['else', one(true)],
  ['dependentSchemas', map(true)],
  ['dependencies', map(true)],
])

type Child = { readonly pointer: string; readonly schema: JsonObject; readonly inPlace: boolean }

/** Every schema inside a schema, by its JSON pointer; the root is ''. The input's size and depth are bounded before. */
export function schemaPositions(root: JsonObject): ReadonlyMap<string, SchemaPosition> {
  const positions = new Map<string, SchemaPosition>()
  const open: { readonly pointer: string; readonly schema: JsonObject }[] = [{ pointer: '', schema: root }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const children = childrenOf(place.pointer, place.schema)
    const inPlace = children.filter((child) => child.inPlace).map((child) => child.pointer)
    positions.set(place.pointer, { ...place, inPlace })
    open.push(...children)
  }
  return positions
}

function childrenOf(pointer: string, schema: JsonObject): readonly Child[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const applicator = applicators.get(keyword)
    if (applicator === undefined) return []
    const at = `${pointer}/${escapePointer(keyword)}`
    return applicator.shapes
      .flatMap((shape) => schemasIn(shape, value, at))
      .map((child) => ({
        ...child,
        inPlace: applicator.inPlace,
      }))
  })
}

function schemasIn(
  shape: Shape,
  value: Json,
  at: string,
): readonly { readonly pointer: string; readonly schema: JsonObject }[] {
  switch (shape) {
    case 'schema':
      return isJsonObject(value) ? [{ pointer: at, schema: value }] : []
    case 'list':
      return isJsonArray(value)
        ? value.flatMap((each, index) =>
            isJsonObject(each) ? [{ pointer: `${at}/${index}`, schema: each }] : [],
          )
        : []
    case 'map':
      return isJsonObject(value)
        ? Object.entries(value).flatMap(([name, each]) =>
            isJsonObject(each) ? [{ pointer: `${at}/${escapePointer(name)}`, schema: each }] : [],
          )
        : []
  }
}
