import { z } from 'zod'
import { gloveboxErrorSchema } from '../errors'
import { sessionStatusSchema, usageSchema } from '../events'
import {
  countSchema,
  hashSchema,
  projectIdSchema,
  runtimeNameSchema,
  sessionIdSchema,
  timeSchema,
} from '../ids'
import { capabilitySchema } from './capability'
import { changeKinds } from './change'
import { inventorySummarySchema } from './inventory'
import { levelSchema } from './level'
import { limitsSchema } from './limits'

/** Result of the last run of a test command, with the counts its output gave; null counts where it gave none. */
export const checkResultSchema = z.object({
  command: z.string(),
  failed: z.boolean(),
  passedCount: countSchema.nullable(),
  failedCount: countSchema.nullable(),
})
export type CheckResult = Readonly<z.infer<typeof checkResultSchema>>

export const changedFileSchema = z.object({
  path: z.string(),
  change: z.enum(changeKinds),
  additions: countSchema.nullable(),
  deletions: countSchema.nullable(),
  row: countSchema,
})
export type ChangedFile = Readonly<z.infer<typeof changedFileSchema>>

/** A session as lists, headers and gauges need it: the fold of its events (fold/session.ts), bounded in size. */
export const sessionViewSchema = z.object({
  id: sessionIdSchema,
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
  status: sessionStatusSchema,
  error: gloveboxErrorSchema.nullable(),
  summary: z.string().nullable(),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  head: z.string().nullable(),
  inventory: inventorySummarySchema.nullable(),
  /** Manifest of the mirror's files at the start; null until the mirror is made. */
  baseTree: hashSchema.nullable(),
  lastSeq: countSchema,
  rows: countSchema,
  frames: countSchema,
  turns: countSchema,
  toolCalls: countSchema,
  toolErrors: countSchema,
  unknownLines: countSchema,
  outputBytes: countSchema,
  usage: usageSchema,
  /** Who says what `usage.costUsd` is; null where it is not known. */
  costSource: z.enum(['program', 'estimated', 'mixed']).nullable().default(null),
  model: z.string().nullable().default(null),
  attempts: countSchema.default(0),
  denials: countSchema.default(0),
  /** Contacts with the outside that were allowed, and that were refused. */
  contacts: countSchema.default(0),
  contactsRefused: countSchema.default(0),
  outputSchema: z.string().nullable().default(null),
  /** Whether the newest final message met the output schema; null where there was none to meet. */
  outputValid: z.boolean().nullable().default(null),
  parsedFrom: sessionIdSchema.nullable().default(null),
  check: checkResultSchema.nullable(),
  /** Files changed against the start, at most 500 of them, newest state each; `changedFiles` is the whole count. */
  changes: z.array(changedFileSchema),
  changedFiles: countSchema,
  additions: countSchema,
  deletions: countSchema,
})
export type SessionView = Readonly<z.infer<typeof sessionViewSchema>>

/** The replay unit: one model response with its tool calls and the changes they caused. */
export const frameViewSchema = z.object({
  frame: z.number().int().positive(),
  turn: z.number().int().positive(),
  firstSeq: countSchema,
  lastSeq: countSchema,
  firstRow: countSchema,
  at: timeSchema,
  endedAt: timeSchema.nullable(),
  /** First words of what the agent said or thought, or of its first tool call. */
  title: z.string(),
  thinking: z.boolean(),
  tools: z.array(
    z.object({
      callId: z.string(),
      tool: z.string(),
      kind: z.string(),
      target: z.string().nullable(),
      failed: z.boolean().nullable(),
      row: countSchema,
    }),
  ),
  changes: z.array(changedFileSchema),
  usage: usageSchema,
})
export type FrameView = Readonly<z.infer<typeof frameViewSchema>>

/** A final message held against the output schema: its canonical JSON, and what is wrong with it. */
export const outputCheckSchema = z.object({
  valid: z.boolean(),
  json: z.string().nullable(),
  problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
})
export type OutputCheck = Readonly<z.infer<typeof outputCheckSchema>>

/** One line of an agent program's output as it came, after redaction. `seq`: the last event stored before it. */
export const nativeLineSchema = z.object({
  line: countSchema,
  seq: countSchema,
  attempt: z.number().int().positive(),
  at: timeSchema,
  text: z.string(),
})
export type NativeLine = Readonly<z.infer<typeof nativeLineSchema>>
