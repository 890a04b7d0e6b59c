import { z } from 'zod'
import { countSchema } from '../ids'

/** Ceilings of one run. Bytes, counts and milliseconds; all are whole numbers. */
export const limitsSchema = z.object({
  promptBytes: countSchema,
  outputBytes: countSchema,
  events: countSchema,
  wallTimeMs: countSchema,
  /** Longest time without a byte of output. */
  idleTimeMs: countSchema.default(5 * 60_000),
  mirroredFiles: countSchema,
  mirroredBytes: countSchema,
  changedFiles: countSchema,
  changedBytes: countSchema,
  memoryBytes: countSchema,
  cpuMs: countSchema,
  processes: countSchema,
})
export type Limits = Readonly<z.infer<typeof limitsSchema>>
export type LimitName = keyof Limits

const megabyte = 1024 * 1024

export const defaultLimits: Limits = {
  promptBytes: 256 * 1024,
  outputBytes: 20 * megabyte,
  events: 50_000,
  wallTimeMs: 10 * 60_000,
  idleTimeMs: 5 * 60_000,
  mirroredFiles: 100_000,
  mirroredBytes: 2048 * megabyte,
  changedFiles: 200,
  changedBytes: 20 * megabyte,
  memoryBytes: 4096 * megabyte,
  cpuMs: 10 * 60_000,
  processes: 512,
}

/** The limits that need a sandbox: recorded in the consent, not held while a run is enforced at "mirror only". */
export const sandboxLimits: readonly LimitName[] = ['memoryBytes', 'cpuMs', 'processes']

export const limitWords: Readonly<Record<LimitName, string>> = {
  promptBytes: 'Prompt',
  outputBytes: 'Output',
  events: 'Events',
  wallTimeMs: 'Time',
  idleTimeMs: 'Time without output',
  mirroredFiles: 'Files copied',
  mirroredBytes: 'Bytes copied',
  changedFiles: 'Files changed',
  changedBytes: 'Bytes changed',
  memoryBytes: 'Memory',
  cpuMs: 'Processor time',
  processes: 'Processes',
}

/** The names of the limits in `wanted` that lie above `ceiling`. */
export function limitsAbove(wanted: Limits, ceiling: Limits): readonly LimitName[] {
  return limitNames.filter((name) => wanted[name] > ceiling[name])
}

export const limitNames = Object.keys(limitWords) as readonly LimitName[]
