import { type Failure, ok, type Result } from '../../../shared'
import type { Json } from './json'
import { wrongOutput } from './output-error'
import { parseStrictJson } from './strict-json'

/** Depth and number of values of an answer that is taken as JSON. */
export const outputLimits = { maxDepth: 64, maxValues: 200_000 }
/** Characters of a final message that is read as JSON. */
export const maxFinalLength = 4 * 1024 * 1024

/**
 * The JSON of a final message: the whole text without the white space around it, else the content of the one fenced code
 * block that is marked `json`, whatever stands around it. Anything else is not guessed at: two such blocks, an unmarked
 * block or JSON within a sentence is no answer. Fails with runtime.wrong_output.
 */
export function readFinalJson(text: string): Result<Json> {
  if (text.length > maxFinalLength)
    return notRead(`is longer than ${maxFinalLength / 1024 / 1024} million characters`)
  const trimmed = text.trim()
  if (trimmed === '') return notRead('is empty')
  const whole = parseStrictJson(trimmed, outputLimits)
  if (whole.ok) return ok(whole.value)
  const { reason, pointer, message } = whole.problem
  if (reason !== 'not_json') return notRead(message, pointer)
  const blocks = jsonBlocks(trimmed)
  if (blocks === null) return notRead('has a code block that does not end')
  const [block] = blocks
  if (block === undefined)
    return notRead(/^[[{]/.test(trimmed) ? message : 'is neither JSON nor has a code block marked "json"')
  if (blocks.length > 1) return notRead(`has ${blocks.length} code blocks marked "json" instead of one`)
  const inside = parseStrictJson(block, outputLimits)
  return inside.ok ? ok(inside.value) : notRead(inside.problem.message, inside.problem.pointer)
}

function notRead(message: string, pointer = ''): Failure {
  return wrongOutput(`The final message can not be read as JSON: it ${message}.`, [
    { pointer, message, value: '' },
  ])
}

/** A line that opens or closes a fenced code block (CommonMark 0.31, section 4.5), backticks only. */
const fenceLine = /^ {0,3}(`{3,})([^\n]*)$/gm

/** More lines of that kind than this are not looked through. */
const maxFenceLines = 2000

/** The contents of the blocks marked `json`; null where one of them does not end. */
function jsonBlocks(text: string): readonly string[] | null {
  const blocks: string[] = []
  let seen = 0
  let open: { readonly ticks: number; readonly start: number; readonly isJson: boolean } | null = null
  for (const match of text.matchAll(fenceLine)) {
    seen += 1
    if (seen > maxFenceLines) return []
    const [line, { length: ticks } = '', info = ''] = match
    if (open === null) {
      if (!info.includes('`')) open = { ticks, start: match.index + line.length, isJson: isJsonInfo(info) }
    } else if (ticks >= open.ticks && info.trim() === '') {
      if (open.isJson) blocks.push(text.slice(open.start, match.index))
      open = null
    }
  }
  return open?.isJson ? null : blocks
}

function isJsonInfo(info: string): boolean {
  return info.trim().split(/\s/)[0]?.toLowerCase() === 'json'
}
