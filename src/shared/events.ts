import { z } from 'zod'
import { capabilitySchema } from './domain/capability'
import { fileChangeSchema } from './domain/change'
import { consentScopeSchema } from './domain/consent'
import { contactSchema } from './domain/contact'
import { inventorySummarySchema } from './domain/inventory'
import { levelSchema } from './domain/level'
import { limitsSchema } from './domain/limits'
import { sandboxBackendSchema } from './domain/sandbox'
import { gloveboxErrorSchema } from './errors'
import {
  consentIdSchema,
  countSchema,
  hashSchema,
  projectIdSchema,
  runtimeNameSchema,
  sessionIdSchema,
  timeSchema,
} from './ids'

/** How a session ended, or that it hasn't. */
export const sessionStatuses = [
  'running',
  'succeeded',
  'failed',
  'denied',
  'unavailable',
  'cancelled',
  'limit_exceeded',
  'invalid_output',
  'interrupted',
] as const
export const sessionStatusSchema = z.enum(sessionStatuses)
export type SessionStatus = z.infer<typeof sessionStatusSchema>

/** What a tool call does, whatever the agent calls the tool. */
export const toolKinds = [
  'read',
  'edit',
  'create',
  'delete',
  'rename',
  'run',
  'search',
  'wait',
  'other',
] as const
export const toolKindSchema = z.enum(toolKinds)
export type ToolKind = z.infer<typeof toolKindSchema>

/** Tokens of one model response; input excludes what was read from or written to a cache. */
export const usageSchema = z.object({
  inputTokens: countSchema,
  outputTokens: countSchema,
  cacheReadTokens: countSchema,
  cacheWriteTokens: countSchema,
  reasoningTokens: countSchema,
  costUsd: z.number().nonnegative().nullable(),
})
export type Usage = Readonly<z.infer<typeof usageSchema>>

/** Who says what a response cost: the agent program, or our price table (an estimate). */
export const costSourceSchema = z.enum(['program', 'estimated'])
export type CostSource = z.infer<typeof costSourceSchema>

/** The call that started the sub-agent this belongs to; absent for the main agent. */
const parentCallId = z.string().exactOptional()

const at = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

/** The body of every event Glovebox records. To add a kind: here, then in fold/session.ts and fold/row.ts. */
export const eventBodySchema = z.discriminatedUnion('type', [
  at('session.started', {
    projectId: projectIdSchema,
    projectName: z.string(),
    projectPath: z.string(),
    runtime: runtimeNameSchema.nullable(),
    runtimeTitle: z.string(),
    variant: z.string().nullable(),
    prompt: z.string(),
    capabilities: z.array(capabilitySchema),
    limits: limitsSchema,
    level: levelSchema,
    /** The JSON Schema (RFC 8785 form) that the final message has to meet. */
    outputSchema: z.string().exactOptional(),
    /** The session whose native lines these events were parsed from again. */
    parsedFrom: sessionIdSchema.exactOptional(),
  }),
  at('inventory.taken', {
    summary: inventorySummarySchema,
    contextHash: hashSchema,
    head: z.string().nullable(),
  }),
  at('mirror.created', { files: countSchema, bytes: countSchema, tree: hashSchema, durationMs: countSchema }),
  at('consent.used', { consentId: consentIdSchema, scope: consentScopeSchema }),
  /** One start of the agent program: the first, after a transient failure, or to correct a wrong structured output. */
  at('attempt.started', {
    attempt: z.number().int().positive(),
    reason: z.enum(['first', 'retry', 'correction']),
  }),
  /** The broker waits before it starts the program again. */
  at('retry.scheduled', {
    attempt: z.number().int().positive(),
    delayMs: countSchema,
    kind: z.string(),
    message: z.string(),
  }),
  /** The box that the run's programs are started in. `reach`: what it may reach through the proxy, as host:port. */
  at('sandbox.opened', {
    backend: sandboxBackendSchema,
    version: z.string().nullable(),
    network: z.enum(['none', 'proxied', 'host']),
    reach: z.array(z.string()),
    durationMs: countSchema,
  }),
  /** The box ended by itself, or its way out did: what ran in it was ended. */
  at('sandbox.lost', { error: gloveboxErrorSchema }),
  /** One contact of the box with the outside: told when it begins, and again with its end, under the same id. */
  at('network.contact', { phase: z.enum(['started', 'ended']), contact: contactSchema }),
  at('process.started', {
    pid: countSchema,
    executable: z.string(),
    args: z.array(z.string()),
    /** What was started in front of it to hold it: the sandbox's own command, the program's left out. */
    wrapper: z.array(z.string()).exactOptional(),
    folder: z.string().exactOptional(),
    /** Bytes written to standard input at the start: the prompt travels there. */
    inputBytes: countSchema.exactOptional(),
    /** Names only: a value may be a secret (I8). */
    environment: z.array(z.string()),
  }),
  at('process.output', { stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  at('process.exited', {
    code: z.number().int().nullable(),
    signal: z.string().nullable(),
    durationMs: countSchema,
    /** Processes that outlived the program and had to be ended. */
    survivors: countSchema.exactOptional(),
    /** Others may still run: ending them all did not succeed. Absent where it did. */
    mayHaveLeft: z.boolean().exactOptional(),
  }),
  /** What the agent program says of itself at its start; `session` names its own conversation. */
  at('agent.ready', {
    session: z.string().nullable(),
    model: z.string().nullable(),
    version: z.string().nullable(),
    mode: z.string().nullable(),
    tools: z.array(z.string()),
    servers: z.array(z.string()),
  }),
  /** The agent program itself asks its model again. */
  at('agent.retrying', {
    attempt: countSchema,
    maxAttempts: countSchema.nullable(),
    delayMs: countSchema.nullable(),
    status: z.number().int().nullable(),
    message: z.string(),
  }),
  /** `status` in the vendor's word (allowed_warning, rejected …); `usedPercent` 0–100. */
  at('agent.rate_limit', {
    status: z.string(),
    window: z.string().nullable(),
    usedPercent: z.number().nonnegative().nullable(),
    resetsAt: timeSchema.nullable(),
  }),
  at('agent.notice', { level: z.enum(['info', 'warning', 'error']), text: z.string() }),
  /** A tool call that the agent program's own permissions refused. */
  at('permission.denied', {
    tool: z.string(),
    callId: z.string().nullable(),
    target: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  at('frame.started', { frame: z.number().int().positive(), turn: z.number().int().positive() }),
  at('frame.finished', { frame: z.number().int().positive(), changedFiles: countSchema }),
  at('agent.message', { text: z.string(), final: z.boolean(), parentCallId }),
  at('agent.thinking', { text: z.string(), parentCallId }),
  at('agent.usage', {
    responseId: z.string(),
    model: z.string().nullable(),
    usage: usageSchema,
    provider: z.string().exactOptional(),
    serviceTier: z.string().exactOptional(),
    costSource: costSourceSchema.exactOptional(),
    parentCallId,
  }),
  /** What one attempt cost by the program's own count; `replacesUsd` is what its responses had been estimated at. */
  at('agent.cost', {
    attempt: z.number().int().positive(),
    usd: z.number().nonnegative(),
    replacesUsd: z.number().nonnegative(),
  }),
  at('tool.called', {
    callId: z.string(),
    tool: z.string(),
    kind: toolKindSchema,
    /** Path (relative to the mirror) or command line the call is about. */
    target: z.string().nullable(),
    input: z.unknown(),
    parentCallId,
  }),
  /** An image in a tool's result, kept as content. */
  at('tool.image', { callId: z.string(), mediaType: z.string(), hash: hashSchema, bytes: countSchema }),
  at('tool.output', { callId: z.string(), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  at('tool.finished', {
    callId: z.string(),
    failed: z.boolean(),
    exitCode: z.number().int().nullable(),
    output: z.string().nullable(),
    durationMs: countSchema,
  }),
  at('file.changed', { frame: z.number().int().positive(), ...fileChangeSchema.shape }),
  /** Paths that are named but not recorded, with the reason; at the start (frame 0) or after a frame. At most 50 are listed. */
  at('files.skipped', {
    frame: countSchema,
    count: countSchema,
    files: z.array(z.object({ path: z.string(), reason: z.string() })).max(50),
  }),
  /** The final message held against the output schema. `json` is its canonical form (RFC 8785) where it is valid, else as it came. */
  at('output.checked', {
    valid: z.boolean(),
    json: z.string().nullable(),
    problems: z.array(z.object({ pointer: z.string(), message: z.string() })).max(20),
  }),
  /** How often each rule masked something in this run; never what. */
  at('secrets.masked', { counts: z.array(z.object({ rule: z.string(), count: countSchema })) }),
  /** The agent program's own record of its conversation, kept as content. `path` is relative to its home. */
  at('transcript.kept', { path: z.string(), hash: hashSchema, bytes: countSchema }),
  at('limit.reached', { limit: limitsSchema.keyof(), ceiling: countSchema, value: countSchema }),
  at('policy.violated', { capability: capabilitySchema, detail: z.string() }),
  at('cancel.requested', { by: z.enum(['user', 'shutdown', 'revocation']) }),
  /** A line of an agent's stream that the parser does not know: kept whole, shown as such (I11). */
  at('agent.unknown', { line: z.string(), reason: z.string() }),
  /** An event of a kind this version does not know (written by another one): kept and shown. */
  at('event.unknown', { kind: z.string(), raw: z.string() }),
  at('session.finished', {
    status: sessionStatusSchema.exclude(['running']),
    error: gloveboxErrorSchema.nullable(),
    summary: z.string().nullable(),
  }),
])
export type EventBody = Readonly<z.infer<typeof eventBodySchema>>
export type EventType = EventBody['type']
export type EventOf<T extends EventType> = Extract<EventBody, { type: T }>

/** One recorded fact: numbered from 1 within its session; `row` is the timeline row it belongs to, from 0. */
export const storedEventSchema = z.object({
  seq: z.number().int().positive(),
  at: timeSchema,
  row: countSchema,
  body: eventBodySchema,
})
export type StoredEvent = Readonly<z.infer<typeof storedEventSchema>>

/** Reads a stored body back. What this version can't parse becomes `event.unknown`, never an exception (I11). */
export function parseEventBody(type: string, json: string): EventBody {
  const value = parseJson(json)
  const parsed = eventBodySchema.safeParse(value)
  return parsed.success ? parsed.data : { type: 'event.unknown', kind: type, raw: json }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
