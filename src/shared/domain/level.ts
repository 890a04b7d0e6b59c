import { z } from 'zod'

/** The level of enforcement a run is held at, as measured on this machine (I7). */
export const levelSchema = z.object({
  backend: z.enum(['none']),
  title: z.string(),
  /** What is held and what is not, in one sentence each. */
  held: z.array(z.string()),
  notHeld: z.array(z.string()),
})
export type Level = Readonly<z.infer<typeof levelSchema>>

/** No sandbox yet: the agent works in a copy, with the user's own rights. Said plainly wherever a run is shown. */
export const mirrorOnly: Level = {
  backend: 'none',
  title: 'Mirror only, not sandboxed',
  held: [
    'works in a copy of the tracked files',
    'starts with a clean environment',
    'time and output are limited',
  ],
  notHeld: [
    'other files of your account can be read and changed',
    'the network can be reached',
    'memory and processes are not limited',
  ],
}
