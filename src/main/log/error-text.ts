import type { GloveboxError } from '../../shared'
import type { Masker } from './redactor'

/** Characters of an error's message, of its cause and of each text among its details. */
export const maxErrorText = 1000

/**
 * An error's text, masked and at most 1,000 characters long (I8). Masked before it is cut; and of a text that was cut
 * before it came here, which ends with “…”, the end that may be half a secret is left out.
 */
export function boundErrorText(text: string, masker: Masker): string {
  const masked = redactCut(text, masker)
  return masked.length > maxErrorText ? `${masked.slice(0, maxErrorText - 1)}…` : masked
}

/** How a text ends that was cut, here or by a runtime's parser. */
const cutMark = / ?…(?: \[(?:\d+ more characters|cut by Glovebox)\])?$/
/** No text is cut that is shorter: it ends with “…” by itself. */
const leastCut = 250

/** Masks a text that may have been cut before it came here, with no more than whole words of what it ends with then. */
export function redactCut(
  text: string,
  { redact, createStream }: Pick<Masker, 'redact' | 'createStream'>,
): string {
  const mark = text.length < leastCut ? null : cutMark.exec(text.slice(-40))
  return mark === null ? redact(text) : `${createStream().push(text.slice(0, -mark[0].length))}${mark[0]}`
}

/** The same for all texts of an error, as it crosses to a window, is recorded or logged. */
export function boundError(error: GloveboxError, masker: Masker): GloveboxError {
  const { message, details, cause } = error
  return {
    ...error,
    message: boundErrorText(message, masker),
    details: boundDetails(details, masker),
    ...(cause === undefined ? {} : { cause: boundErrorText(cause, masker) }),
  }
}

function boundDetails(details: GloveboxError['details'], masker: Masker): GloveboxError['details'] {
  // Masked as a whole first, which also bounds the depth.
  const masked = masker.redactValue(details)
  return Object.fromEntries(Object.entries(masked).map(([key, value]) => [key, boundStrings(value)]))
}

function boundStrings(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxErrorText ? `${value.slice(0, maxErrorText - 1)}…` : value
  if (Array.isArray(value)) return value.map(boundStrings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, boundStrings(each)]))
}
