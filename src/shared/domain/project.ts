import { z } from 'zod'
import { projectIdSchema, runtimeNameSchema, timeSchema } from '../ids'
import { consentSchema, consentStates } from './consent'

/** A git repository folder the user added. `identity` tells whether the same repository is still at `path`. */
export const projectSchema = z.object({
  id: projectIdSchema,
  name: z.string(),
  /** Real path of the work tree's top folder. */
  path: z.string(),
  identity: z.string(),
  addedAt: timeSchema,
  /** The runtime that runs of this project use unless they name another. */
  preferredRuntime: runtimeNameSchema.nullable(),
})
export type Project = Readonly<z.infer<typeof projectSchema>>

/** A project as the Projects view shows it. */
export const projectViewSchema = projectSchema.extend({
  /** Branch and short commit, or null when git can't tell (folder gone, not readable). */
  head: z.string().nullable(),
  /** A sentence when the folder is gone, swapped or unreadable. */
  problem: z.string().nullable(),
  consent: consentSchema.nullable(),
  consentState: z.enum(consentStates).nullable(),
  sessions: z.number().int().nonnegative(),
})
export type ProjectView = Readonly<z.infer<typeof projectViewSchema>>
