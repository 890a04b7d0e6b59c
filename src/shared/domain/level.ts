import { z } from 'zod'
import { gloveboxErrorSchema } from '../errors'
import { timeSchema } from '../ids'
import { aspectResultSchema, aspectWords, type BackendProbe, sandboxBackends } from './sandbox'

/** The level of enforcement a run is held at, as measured on this machine (I7). */
export const levelSchema = z.object({
  backend: z.enum(['none', ...sandboxBackends]),
  title: z.string(),
  /** What is held and what is not, in one sentence each. */
  held: z.array(z.string()),
  notHeld: z.array(z.string()),
  /** What the probe that this level comes from found, aspect by aspect. Absent where nothing was probed. */
  aspects: z.array(aspectResultSchema).exactOptional(),
  version: z.string().nullable().exactOptional(),
  probedAt: timeSchema.exactOptional(),
})
export type Level = Readonly<z.infer<typeof levelSchema>>

/** Of a run that was refused before anything was chosen to hold it. */
export const notStarted: Level = { backend: 'none', title: 'Not started', held: [], notHeld: [] }

/** How runs were held before there was a sandbox: a copy to work in, and the user's own rights. */
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

const backendTitles: Readonly<Record<BackendProbe['backend'], string>> = {
  docker: 'Held by a container',
  bubblewrap: 'Held by bubblewrap',
  seatbelt: 'Held by the macOS sandbox',
  firejail: 'Held by firejail',
  subprocess: 'Not sandboxed, limits only',
}

/** The level that a probe measured, in the words that a run shows. Only what was seen to be held is called held (I7). */
export function levelOf(probe: BackendProbe): Level {
  const words = (outcomes: readonly string[], kind: 'held' | 'notHeld'): string[] =>
    probe.aspects
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ aspect, outcome }) => {
        const said = aspectWords[aspect][kind]
        if (outcome === 'partly') return `${said}, in part`
        return outcome === 'unknown' ? `not known: ${aspectWords[aspect].title.toLowerCase()}` : said
      })
  return {
    backend: probe.backend,
    title: backendTitles[probe.backend],
    held: ['works in a copy of the tracked files', ...words(['held', 'partly'], 'held')],
    notHeld: words(['not_held', 'unknown'], 'notHeld'),
    aspects: [...probe.aspects],
    version: probe.version,
    probedAt: probe.probedAt,
  }
}

/**
 * At what level a run would be held now; null with the reason where it would not start. `asks`: it would start without a
 * sandbox, after a question of its own.
 */
export const levelPreviewSchema = z.object({
  level: levelSchema.nullable(),
  error: gloveboxErrorSchema.nullable(),
  asks: z.boolean(),
})
export type LevelPreview = Readonly<z.infer<typeof levelPreviewSchema>>
