import { z } from 'zod'
import { errorCodes } from './error-codes'

export { type ErrorCode, errorCodes, isRetryable } from './error-codes'

/** An error as it crosses: `cause` is redacted and at most 1,000 characters long. */
export const gloveboxErrorSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()),
  cause: z.string().exactOptional(),
})
export type GloveboxError = Readonly<z.infer<typeof gloveboxErrorSchema>>
