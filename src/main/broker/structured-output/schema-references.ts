import { type Failure, ok, type Result } from '../../../shared'
import { schemaInvalid } from './schema-error'
import type { SchemaPosition } from './schema-positions'

type Positions = ReadonlyMap<string, SchemaPosition>

const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'] as const
const anchorKeywords = ['$anchor', '$dynamicAnchor'] as const

/** How often a value may be looked at by the schemas that apply to it in place, at most. */
const maxVisits = 10_000

/**
 * Checks that every reference names a schema of this document, that none comes back to itself without going into the
 * value, and that references do not multiply (a schema of 40 lines can ask for 2^40 looks at one value).
 */
export function checkReferences(positions: Positions): Result<null> {
  const anchors = new Map<string, string>()
  for (const { pointer, schema } of positions.values())
    for (const keyword of anchorKeywords) {
      const name = schema[keyword]
      if (typeof name === 'string') anchors.set(name, pointer)
    }
  const edges = new Map<string, readonly string[]>()
  for (const position of positions.values()) {
    const targets = targetsOf(position, positions, anchors)
    if (!targets.ok) return targets
    edges.set(position.pointer, [...position.inPlace, ...targets.value])
  }
  return checkVisits(positions, edges)
}

function targetsOf(
  { pointer, schema }: SchemaPosition,
  positions: Positions,
  anchors: ReadonlyMap<string, string>,
): Result<readonly string[]> {
  const targets: string[] = []
  for (const keyword of referenceKeywords) {
    const reference = schema[keyword]
    if (typeof reference !== 'string') continue
    const at = `${pointer}/${keyword}`
    if (!reference.startsWith('#'))
      return schemaInvalid(
        'remote_reference',
        at,
        reference,
        'it refers to another document, and nothing is fetched for a run',
        'Copy what it refers to into "$defs", and refer to "#/$defs/…".',
      )
    const target = resolve(reference, anchors)
    if (target === null || !positions.has(target)) return unknownReference(at, reference)
    targets.push(target)
  }
  return ok(targets)
}

function unknownReference(at: string, reference: string): Failure {
  const wayOut = 'Put the schema it means under "$defs", and refer to "#/$defs/…".'
  return schemaInvalid('unknown_reference', at, reference, 'it refers to no schema of this document', wayOut)
}

function resolve(reference: string, anchors: ReadonlyMap<string, string>): string | null {
  const fragment = decode(reference.slice(1))
  if (fragment === null || fragment === '' || fragment.startsWith('/')) return fragment
  return anchors.get(fragment) ?? null
}

function decode(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}

/** Visits per position by depth-first search; the input's size and depth bound the recursion only loosely, so it is a loop. */
function checkVisits(positions: Positions, edges: ReadonlyMap<string, readonly string[]>): Result<null> {
  const visits = new Map<string, number>()
  const entered = new Set<string>()
  for (const root of positions.keys()) {
    const open = [root]
    for (let pointer = open.at(-1); pointer !== undefined; pointer = open.at(-1)) {
      const next = edges.get(pointer) ?? []
      if (visits.has(pointer)) {
        open.pop()
      } else if (entered.has(pointer)) {
        open.pop()
        const total = next.reduce((sum, target) => sum + (visits.get(target) ?? 0), 1)
        if (total > maxVisits) return tooCostly(pointer, positions)
        visits.set(pointer, total)
      } else {
        entered.add(pointer)
        for (const target of next) {
          if (entered.has(target) && !visits.has(target)) return endless(pointer, positions)
          open.push(target)
        }
      }
    }
  }
  return ok(null)
}

function endless(pointer: string, positions: Positions): Failure {
  return schemaInvalid(
    'endless_reference',
    pointer,
    positions.get(pointer)?.schema,
    'it refers to itself for the same value, which never ends',
    'Let the reference go through "properties" or "items", or leave it out.',
  )
}

function tooCostly(pointer: string, positions: Positions): Failure {
  return schemaInvalid(
    'too_costly',
    pointer,
    positions.get(pointer)?.schema,
    `its choices and references multiply to more than ${maxVisits} checks of one value`,
    'Use fewer nested "allOf", "anyOf" and "oneOf".',
  )
}
