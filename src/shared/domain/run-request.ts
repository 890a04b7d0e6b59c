import { z } from 'zod'
import { projectIdSchema, runtimeNameSchema } from '../ids'
import { capabilitySchema } from './capability'
import { hostRuleSchema } from './contact'
import { limitsSchema } from './limits'

/** What one request asks for; allowed only where it lies inside a live consent. */
export const policySchema = z.object({
  capabilities: z.array(capabilitySchema).min(1),
  limits: limitsSchema,
  /** What of the consent's hosts the run may reach, with `reach_network`. Absent: nothing. */
  hosts: z.array(hostRuleSchema).max(100).exactOptional(),
  /** Order in which runtimes are tried when the request names none. */
  runtimes: z.array(runtimeNameSchema),
})
export type Policy = Readonly<z.infer<typeof policySchema>>

export const runRequestSchema = z.object({
  projectId: projectIdSchema,
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(16 * 1024 * 1024),
  runtime: runtimeNameSchema.nullable(),
  /** Model, or the Rehearsal agent's scenario; null: the runtime's own choice. */
  variant: z.string().nullable(),
  /** JSON Schema that the final message has to meet, as text; null: none. */
  outputSchema: z
    .string()
    .max(64 * 1024)
    .nullable()
    .default(null),
  policy: policySchema,
})
export type RunRequest = Readonly<z.infer<typeof runRequestSchema>>
