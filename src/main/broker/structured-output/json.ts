import canonicalize from 'canonicalize'

/** A value that JSON can say, and says back the same. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

export type JsonLimits = { readonly maxDepth: number; readonly maxValues: number }

/** Why something is no JSON we take; `pointer` (RFC 6901) says where. */
export type JsonProblem = {
  readonly reason: 'not_json' | 'too_deep' | 'too_many_values' | 'repeated_name' | 'forbidden_name'
  readonly pointer: string
  readonly message: string
}
export type JsonResult<T = Json> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: JsonProblem }

/**
 * Takes a value for JSON, or says why not. The name `__proto__` is refused: code that copies objects by assignment would
 * change the copy's prototype.
 */
export function asJson(value: unknown, limits: JsonLimits): JsonResult {
  if (isJson(value, limits)) return { ok: true, value }
  const problem = findProblem(value, limits) ?? notJson('')
  return { ok: false, problem }
}

function isJson(value: unknown, limits: JsonLimits): value is Json {
  return findProblem(value, limits) === null
}

type Place = { readonly value: unknown; readonly pointer: string; readonly depth: number }

/** A loop, not a recursion: the depth is what is being checked. */
function findProblem(root: unknown, limits: JsonLimits): JsonProblem | null {
  const open: Place[] = [{ value: root, pointer: '', depth: 0 }]
  let seen = 0
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, pointer, depth } = place
    seen += 1
    if (isScalar(value)) continue
    const children = childrenOf(value)
    if (children === null) return notJson(pointer)
    if (depth >= limits.maxDepth) return tooDeep(pointer, limits)
    if (seen + open.length + children.count > limits.maxValues) return tooManyValues(limits)
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
      return { reason: 'forbidden_name', pointer, message: 'has the name "__proto__"' }
    for (const [name, child] of children.entries())
      open.push({ value: child, pointer: `${pointer}/${escapePointer(String(name))}`, depth: depth + 1 })
  }
  return null
}

export function tooDeep(pointer: string, { maxDepth }: JsonLimits): JsonProblem {
  return { reason: 'too_deep', pointer, message: `is nested deeper than ${maxDepth} levels` }
}

export function tooManyValues({ maxValues }: JsonLimits): JsonProblem {
  return { reason: 'too_many_values', pointer: '', message: `has more than ${maxValues} values` }
}

function notJson(pointer: string): JsonProblem {
  return { reason: 'not_json', pointer, message: 'is no JSON value' }
}

type Children = {
  readonly count: number
  readonly entries: () => Iterable<readonly [string | number, unknown]>
}

/** Members or elements; null for what is neither an array nor a plain object. */
function childrenOf(value: unknown): Children | null {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value
    return { count: elements.length, entries: () => elements.entries() }
  }
  if (!isPlainObject(value)) return null
  const members = Object.entries(value)
  return { count: members.length, entries: () => members }
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** One step of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The form of RFC 8785: the same text for the same value, whatever order its members came in. */
export function canonicalJson(value: Json): string {
  return canonicalize(value) ?? 'null'
}

const previewLength = 160

/** The beginning of a value's text, for people. */
export function previewJson(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value.slice(0, previewLength + 1)) : stringify(value)
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
