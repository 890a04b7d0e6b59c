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

/** Opening and closing lines of fenced code blocks (CommonMark 0.31, section 4.5), backticks only. */
const opening = /^ {0,3}(`{3,})([^`]*)$/
const closing = /^ {0,3}(`{3,})[ \t]*$/

/** The contents of the blocks marked `json`; null where one of them does not end. */
function jsonBlocks(text: string): readonly string[] | null {
  const blocks: string[] = []
  let fence: { readonly length: number; readonly lines: string[] | null } | null = null
  for (const line of text.split(/\r?\n/)) {
    if (fence === null) {
      const [, ticks, info] = opening.exec(line) ?? []
      if (ticks !== undefined) fence = { length: ticks.length, lines: isJsonInfo(info ?? '') ? [] : null }
    } else if ((closing.exec(line)?.[1]?.length ?? 0) >= fence.length) {
      if (fence.lines !== null) blocks.push(fence.lines.join('\n'))
      fence = null
    } else fence.lines?.push(line)
  }
  return fence?.lines ? null : blocks
}

function isJsonInfo(info: string): boolean {
  return info.trim().split(/\s/)[0]?.toLowerCase() === 'json'
}
