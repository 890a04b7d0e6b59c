import { z } from 'zod'
import { gloveboxErrorSchema } from '../errors'
import { runtimeNameSchema, timeSchema } from '../ids'
import { capabilitySchema } from './capability'

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
  /** Why it can't be used and how to mend that; null when it is available. */
  unavailable: gloveboxErrorSchema.nullable(),
  probedAt: timeSchema,
})
export type RuntimeInfo = Readonly<z.infer<typeof runtimeInfoSchema>>
