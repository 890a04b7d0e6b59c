import { type LimitName, type Limits, limitNames, limitWords } from '../../../shared'
import { formatCount } from '../../lib/format'

/** How a limit is typed: in minutes, megabytes, or as a count. `factor` leads to the unit of `Limits`. */
export type LimitField = {
  readonly name: LimitName
  readonly label: string
  readonly unit: string | null
  readonly factor: number
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const minute = 60_000

const units: Readonly<Record<LimitName, { readonly unit: string | null; readonly factor: number }>> = {
  promptBytes: { unit: 'kB', factor: kilobyte },
  outputBytes: { unit: 'MB', factor: megabyte },
  events: { unit: null, factor: 1 },
  wallTimeMs: { unit: 'min', factor: minute },
  idleTimeMs: { unit: 'min', factor: minute },
  mirroredFiles: { unit: null, factor: 1 },
  mirroredBytes: { unit: 'MB', factor: megabyte },
  changedFiles: { unit: null, factor: 1 },
  changedBytes: { unit: 'MB', factor: megabyte },
  memoryBytes: { unit: 'MB', factor: megabyte },
  cpuMs: { unit: 'min', factor: minute },
  processes: { unit: null, factor: 1 },
}

const order: readonly LimitName[] = [
  'wallTimeMs',
  'idleTimeMs',
  'outputBytes',
  'events',
  'changedFiles',
  'changedBytes',
]

/** The limits in the order in which people change them. */
export const limitFields: readonly LimitField[] = [
  ...order,
  ...limitNames.filter((name) => !order.includes(name)),
].map((name) => ({ name, label: limitWords[name], ...units[name] }))

export type ReadLimits = {
  readonly limits: Limits
  readonly errors: Readonly<Partial<Record<LimitName, string>>>
}

/** Reads what was typed. An empty field means the consent's ceiling; above it, or no number, is an error that says what may be entered. */
export function readLimits(typed: Readonly<Partial<Record<LimitName, string>>>, ceiling: Limits): ReadLimits {
  const errors: Partial<Record<LimitName, string>> = {}
  const limits = { ...ceiling }
  for (const { name, factor, unit } of limitFields) {
    const text = typed[name]?.trim() ?? ''
    if (text === '') continue
    const value = Math.round(Number(text) * factor)
    const most = `${limitText(ceiling[name], factor)}${unit === null ? '' : ` ${unit}`}`
    if (!Number.isFinite(value) || value < 1) errors[name] = `Enter a number from 1 to ${most}.`
    else if (value > ceiling[name]) errors[name] = `This consent allows at most ${most}.`
    else limits[name] = value
  }
  return { limits, errors }
}

/** A limit in its field's unit: at most two decimals. */
export function limitText(value: number, factor: number): string {
  const inUnit = value / factor
  return inUnit >= 1000 ? formatCount(Math.round(inUnit)) : String(Math.round(inUnit * 100) / 100)
}
