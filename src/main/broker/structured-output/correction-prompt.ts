import { failure, ok, type Result } from '../../../shared'
import type { OutputSchema } from './check-output-schema'
import { maxOutputErrors, type OutputError } from './output-error'

export type CorrectionInput = {
  readonly schema: OutputSchema
  readonly errors: readonly OutputError[]
  /** The final message that was wrong. */
  readonly previous: string
  /** The run's prompt limit. */
  readonly maxBytes: number
}

/** Below this a piece of the previous message is no help. */
const leastPieceBytes = 200

/**
 * The one message that asks an agent to mend its answer. At most `maxBytes` long in UTF-8: the previous message is cut in
 * its middle where it is too long, and left out where nearly nothing of it would be left. Fails with
 * policy.limit_reached where not even errors and schema fit. It begins with a letter: Claude Code takes a prompt that
 * begins with "/" for a command.
 */
export function correctionPrompt({ schema, errors, previous, maxBytes }: CorrectionInput): Result<string> {
  const wrong = errors.slice(0, maxOutputErrors).map(describe)
  const request = [
    'Your final message does not meet the JSON Schema that was asked for.',
    'Answer again with the corrected JSON alone: no other text, no code block. Keep what was right.',
    '',
    'What is wrong:',
    ...(wrong.length > 0 ? wrong : ['- it is no JSON that meets the schema']),
    '',
    'JSON Schema:',
    schema.canonical,
  ].join('\n')
  const room = maxBytes - Buffer.byteLength(request)
  if (room < 0)
    return failure(
      'policy.limit_reached',
      'The answer can not be corrected: the schema alone is longer than the prompt limit. Raise the limit, or use a smaller schema.',
      { limit: 'promptBytes', ceiling: maxBytes, value: maxBytes - room },
    )
  const introduction = '\n\nYour previous final message:\n'
  const piece = cutMiddle(previous, room - Buffer.byteLength(introduction))
  return ok(piece === '' ? request : `${request}${introduction}${piece}`)
}

function describe({ pointer, message, value }: OutputError): string {
  const place = pointer === '' ? 'the whole' : pointer
  return `- ${place}: ${message}${value === '' ? '' : ` (it is ${value})`}`
}

/** The text in at most `maxBytes`: whole, or its beginning and end with a mark of what was left out, or nothing. */
function cutMiddle(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const longestMark = mark(bytes.length)
  const kept = maxBytes - Buffer.byteLength(longestMark)
  if (kept < leastPieceBytes) return ''
  const headEnd = characterStart(bytes, Math.ceil(kept / 2))
  const tailStart = nextCharacter(bytes, bytes.length - Math.floor(kept / 2))
  const head = bytes.subarray(0, headEnd).toString()
  return `${head}${mark(tailStart - headEnd)}${bytes.subarray(tailStart).toString()}`
}

function mark(leftOut: number): string {
  return `\n[… ${leftOut} bytes left out …]\n`
}

function characterStart(bytes: Buffer, at: number): number {
  let start = at
  while (start > 0 && isContinuation(bytes[start])) start -= 1
  return start
}

function nextCharacter(bytes: Buffer, at: number): number {
  let start = at
  while (start < bytes.length && isContinuation(bytes[start])) start += 1
  return start
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
