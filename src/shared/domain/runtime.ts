import { z } from 'zod'
import { gloveboxErrorSchema } from '../errors'
import { runtimeNameSchema, timeSchema } from '../ids'
import { capabilitySchema } from './capability'

/** Whether a program can reach its model's account. `key` is one kept by Glovebox, `login` the user's own sign-in. */
export const signInStateSchema = z.object({
  state: z.enum(['not_needed', 'signed_in', 'not_signed_in', 'unknown']),
  by: z.enum(['key', 'login']).nullable(),
})
export type SignInState = Readonly<z.infer<typeof signInStateSchema>>

/** What a probe found of one runtime. `variants` are its models, or the Rehearsal agent's scenarios. */
export const runtimeInfoSchema = z.object({
  name: runtimeNameSchema,
  title: z.string(),
  /** One sentence that says what it is, e.g. that a rehearsal asks no model. */
  description: z.string(),
  required: z.array(capabilitySchema),
  optional: z.array(capabilitySchema),
  variants: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  version: z.string().nullable(),
  executable: z.string().nullable(),
  signIn: signInStateSchema,
  /** Whether any model name may be typed, besides the variants listed. */
  anyVariant: z.boolean(),
  /** Why it can't be used and how to mend that; null when it is available. */
  unavailable: gloveboxErrorSchema.nullable(),
  probedAt: timeSchema,
})
export type RuntimeInfo = Readonly<z.infer<typeof runtimeInfoSchema>>

/** Whether one runtime could take a request now: chosen is the one a run would use. */
export const eligibilitySchema = z.object({
  runtime: runtimeNameSchema,
  chosen: z.boolean(),
  /** Why not, with the way out; null when it could. */
  error: gloveboxErrorSchema.nullable(),
})
export type Eligibility = Readonly<z.infer<typeof eligibilitySchema>>
