import {
  asJson,
  escapePointer,
  type JsonLimits,
  type JsonProblem,
  type JsonResult,
  tooDeep,
  tooManyValues,
} from './json'

/**
 * Reads JSON (RFC 8259) more strictly than JSON.parse: an object that names a member twice, a number beyond what a double
 * holds, a lone surrogate (RFC 8785 has no form for it) and the name `__proto__` are refused.
 */
export function parseStrictJson(text: string, limits: JsonLimits): JsonResult {
  const outOfBounds = findExcess(text, limits)
  if (outOfBounds !== null) return { ok: false, problem: outOfBounds }
  const parsed = parse(text)
  if (!parsed.ok) return parsed
  const repeated = findRepeatedName(text)
  if (repeated !== null) return { ok: false, problem: repeated }
  const taken = asJson(parsed.value, limits)
  return taken.ok && loneSurrogate.test(JSON.stringify(taken.value))
    ? notJson('has half of a character (a lone surrogate)')
    : taken
}

/** JSON.stringify writes a lone surrogate as an escape and everything else of that range as the character. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/

function parse(text: string): JsonResult<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    return notJson(`is no valid JSON: ${reason}`)
  }
}

function notJson(message: string): JsonResult<never> {
  return { ok: false, problem: { reason: 'not_json', pointer: '', message } }
}

/**
 * Asked before parsing, which takes seconds for millions of levels or values: there are at least as many values as commas.
 * Text that is no list or object is not looked at.
 */
function findExcess(text: string, limits: JsonLimits): JsonProblem | null {
  if (!/^\s*[[{]/.test(text)) return null
  let depth = 0
  let commas = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    else if (character === ',') commas += 1
    if (depth > limits.maxDepth) return tooDeep('', limits)
    if (commas >= limits.maxValues) return tooManyValues(limits)
  }
  return null
}

type Container = {
  /** Names so far; null for an array. */
  readonly names: Set<string> | null
  /** The member being read. */
  at: string | number
  expectsName: boolean
}

/** The first name that an object of this valid JSON text has twice. */
function findRepeatedName(text: string): JsonProblem | null {
  const containers: Container[] = []
  for (let at = 0; at < text.length; at += 1) {
    const top = containers.at(-1)
    switch (text[at]) {
      case '{':
        containers.push({ names: new Set(), at: '', expectsName: true })
        break
      case '[':
        containers.push({ names: null, at: 0, expectsName: false })
        break
      case '}':
      case ']':
        containers.pop()
        break
      case ',':
        if (typeof top?.at === 'number') top.at += 1
        else if (top !== undefined) top.expectsName = true
        break
      case '"': {
        const end = endOfString(text, at)
        if (top?.names && top.expectsName) {
          const name = readName(text.slice(at, end + 1))
          top.at = name
          top.expectsName = false
          if (top.names.has(name)) return repeated(containers, name)
          top.names.add(name)
        }
        at = end
        break
      }
    }
  }
  return null
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return text.length
}

/** Names are compared as they are meant: `"a"` and `"\u0061"` are the same. */
function readName(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  const name: unknown = JSON.parse(literal)
  return String(name)
}

function repeated(containers: readonly Container[], name: string): JsonProblem {
  const pointer = containers
    .slice(0, -1)
    .map(({ at }) => `/${escapePointer(String(at))}`)
    .join('')
  return {
    reason: 'repeated_name',
    pointer,
    message: `has the name ${JSON.stringify(name.slice(0, 80))} twice`,
  }
}
