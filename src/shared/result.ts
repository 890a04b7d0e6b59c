import { type ErrorCode, isRetryable } from './error-codes'
import type { GloveboxError } from './errors'

/** An expected outcome at a module boundary: a value, or a typed failure. A throw is a bug, never an outcome. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure
export type Failure = { readonly ok: false; readonly error: GloveboxError }

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** What a call answers that has nothing to say but that it was done. */
export type Done = Record<string, never>
export const done: { readonly ok: true; readonly value: Done } = { ok: true, value: {} }

/** A failure with its sentence for people. `details` are typed by the code's documentation in errors.ts. */
export function failure(
  code: ErrorCode,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): Failure {
  const error: GloveboxError = { code, message, retryable: isRetryable(code), details }
  return { ok: false, error: cause === undefined ? error : { ...error, cause: describeCause(cause) } }
}

/** A cause is cut to 1,000 characters once it is masked (log/error-text.ts): what is cut before may be half a secret. */
const maxCauseLength = 8000

function describeCause(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.length > maxCauseLength ? `${text.slice(0, maxCauseLength)}…` : text
}
