import { z } from 'zod'
import { contactSchema, gloveboxErrorSchema } from '../../../shared'
import { totalsSchema } from '../contacts/contact'

const id = z.number().int().nonnegative()
const error = gloveboxErrorSchema.nullable()

const ruleSchema = z.object({
  host: z.string(),
  port: z.number(),
  addresses: z.array(z.string()).exactOptional(),
})

const limitsSchema = z.object({
  connections: z.number(),
  contacts: z.number(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  headerBytes: z.number(),
  bodyBytes: z.number(),
  connectMs: z.number(),
  greetingMs: z.number(),
  idleMs: z.number(),
})

const socket = { id, socketPath: z.string(), socketMode: z.number(), limits: limitsSchema }

/** What the thread is asked. `id` names a proxy. */
export const questionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open_egress'), ...socket, rules: z.array(ruleSchema) }),
  z.object({
    type: z.literal('open_provider'),
    ...socket,
    upstream: z.string(),
    endpoints: z.array(z.object({ method: z.string(), path: z.string() })),
    trusted: z.string().nullable(),
  }),
  z.object({ type: z.literal('tighten'), id, rules: z.array(ruleSchema) }),
  z.object({ type: z.literal('close'), id }),
  /** The key's headers that a request was waiting for; null: there is none to be had. */
  z.object({
    type: z.literal('headers'),
    id,
    request: id,
    headers: z.record(z.string(), z.string()).nullable(),
  }),
])
export type Question = z.infer<typeof questionSchema>

/** What the thread says. */
export const answerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), id, error }),
  z.object({ type: z.literal('tightened'), id, error }),
  z.object({ type: z.literal('closed'), id, totals: totalsSchema.nullable() }),
  z.object({
    type: z.literal('contact'),
    id,
    event: z.object({ phase: z.enum(['started', 'ended']), contact: contactSchema }),
  }),
  /** A request needs the key's headers. */
  z.object({ type: z.literal('headers_wanted'), id, request: id }),
])
export type Answer = z.infer<typeof answerSchema>
