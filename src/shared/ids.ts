import { z } from 'zod'

/** Branded ids: a session id can't be passed where a project id is asked for. All are UUIDs but for a runtime's name. */
export const projectIdSchema = z.uuid().brand<'ProjectId'>()
export const consentIdSchema = z.uuid().brand<'ConsentId'>()
export const sessionIdSchema = z.uuid().brand<'SessionId'>()
export const runtimeNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .brand<'RuntimeName'>()

export type ProjectId = z.infer<typeof projectIdSchema>
export type ConsentId = z.infer<typeof consentIdSchema>
export type SessionId = z.infer<typeof sessionIdSchema>
export type RuntimeName = z.infer<typeof runtimeNameSchema>

/** SHA-256 in lower-case hex: the name of content, of a tree's manifest and of an event's link in its chain. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)
/** Milliseconds since the epoch, UTC. */
export const timeSchema = z.number().int().nonnegative()
export const countSchema = z.number().int().nonnegative()
