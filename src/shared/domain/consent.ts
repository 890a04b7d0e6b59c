import { z } from 'zod'
import { consentIdSchema, projectIdSchema, runtimeNameSchema, sessionIdSchema, timeSchema } from '../ids'
import { capabilitySchema } from './capability'
import { hostRuleSchema } from './contact'
import { limitsSchema } from './limits'

/** How long a consent lives: one run, until a time, or until it is revoked. */
export const consentScopeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('once') }),
  z.object({ type: z.literal('until'), at: timeSchema }),
  z.object({ type: z.literal('until_revoked') }),
])
export type ConsentScope = Readonly<z.infer<typeof consentScopeSchema>>

/** The user's recorded grant for one project. `repositoryIdentity` binds it to the repository that was shown. */
export const consentSchema = z.object({
  id: consentIdSchema,
  projectId: projectIdSchema,
  repositoryIdentity: z.string(),
  runtimes: z.array(runtimeNameSchema).min(1),
  capabilities: z.array(capabilitySchema).min(1),
  limits: limitsSchema,
  /** What `reach_network` may reach. Absent: nothing. */
  hosts: z.array(hostRuleSchema).max(100).exactOptional(),
  scope: consentScopeSchema,
  grantedAt: timeSchema,
  revokedAt: timeSchema.nullable(),
  consumedAt: timeSchema.nullable(),
  consumedBy: sessionIdSchema.nullable(),
})
export type Consent = Readonly<z.infer<typeof consentSchema>>

export const consentStates = ['live', 'consumed', 'expired', 'revoked'] as const
export type ConsentState = (typeof consentStates)[number]

/** What a consent is worth at `now`. A revoked one stays revoked even when it has expired since. */
export function consentState(consent: Consent, now: number): ConsentState {
  if (consent.revokedAt !== null) return 'revoked'
  if (consent.consumedAt !== null) return 'consumed'
  if (consent.scope.type === 'until' && consent.scope.at <= now) return 'expired'
  return 'live'
}

/** One line of a project's consent history. */
export const consentRecordSchema = z.object({
  at: timeSchema,
  projectId: projectIdSchema,
  consentId: consentIdSchema.nullable(),
  sessionId: sessionIdSchema.nullable(),
  kind: z.enum(['granted', 'declined', 'used', 'denied', 'revoked']),
  detail: z.string(),
})
export type ConsentRecord = Readonly<z.infer<typeof consentRecordSchema>>

/** What the consent view sends when the user grants. */
export const grantSchema = consentSchema.pick({
  runtimes: true,
  capabilities: true,
  limits: true,
  hosts: true,
  scope: true,
})
export type Grant = Readonly<z.infer<typeof grantSchema>>
