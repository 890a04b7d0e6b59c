import { type LimitName, type Limits, limitNames, limitWords } from '../../shared'
import { formatCount } from '../lib/format'

export type LimitField = {
  readonly name: LimitName
  readonly unit: string
  readonly factor: number
  readonly max: number
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const minute = 60_000

const fields: Readonly<Record<LimitName, Omit<LimitField, 'name'>>> = {
  wallTimeMs: { unit: 'minutes', factor: minute, max: 1440 },
  idleTimeMs: { unit: 'minutes', factor: minute, max: 1440 },
  outputBytes: { unit: 'MB', factor: megabyte, max: 10_240 },
  events: { unit: 'events', factor: 1, max: 10_000_000 },
  promptBytes: { unit: 'kB', factor: kilobyte, max: 10_240 },
  mirroredFiles: { unit: 'files', factor: 1, max: 1_000_000 },
  mirroredBytes: { unit: 'MB', factor: megabyte, max: 102_400 },
  changedFiles: { unit: 'files', factor: 1, max: 100_000 },
  changedBytes: { unit: 'MB', factor: megabyte, max: 10_240 },
  memoryBytes: { unit: 'MB', factor: megabyte, max: 1_048_576 },
  cpuMs: { unit: 'minutes', factor: minute, max: 1440 },
  processes: { unit: 'processes', factor: 1, max: 32_768 },
}

/** The limits as fields, in the order in which people ask for them. */
export const limitFields: readonly LimitField[] = Object.entries(fields)
  .filter((entry): entry is [LimitName, Omit<LimitField, 'name'>] =>
    limitNames.some((name) => name === entry[0]),
  )
  .map(([name, field]) => ({ name, ...field }))

/** What each field shows. */
export type LimitTexts = Readonly<Record<LimitName, string>>

export function limitTexts(limits: Limits): LimitTexts {
  const text = ({ name, factor }: LimitField) => String(Math.round((limits[name] / factor) * 100) / 100)
  const entries = limitFields.map((field) => [field.name, text(field)] as const)
  return { ...blank, ...Object.fromEntries(entries) }
}

/** Why a field's text can't be taken, as what to enter instead; null when it can. `floor` in the limit's own unit. */
export function limitProblem(
  { name, factor, max, unit }: LimitField,
  text: string,
  floor = 0,
): string | null {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0 || value > max)
    return `Enter a number of ${unit} from ${factor === 1 ? '1' : '0.1'} to ${formatCount(max)}.`
  if (factor === 1 && !Number.isInteger(value)) return 'Enter a whole number.'
  if (value * factor < floor)
    return `${limitWords[name]}: this repository needs at least ${formatCount(Math.ceil(floor / factor))} ${unit}.`
  return null
}

/** The limits that the texts stand for; null while one of them can't be taken. */
export function readLimits(texts: LimitTexts, floors: Partial<Record<LimitName, number>>): Limits | null {
  if (limitFields.some((field) => limitProblem(field, texts[field.name], floors[field.name]) !== null))
    return null
  const read = (name: LimitName) => Math.max(1, Math.round(Number(texts[name]) * fields[name].factor))
  return {
    promptBytes: read('promptBytes'),
    outputBytes: read('outputBytes'),
    events: read('events'),
    wallTimeMs: read('wallTimeMs'),
    idleTimeMs: read('idleTimeMs'),
    mirroredFiles: read('mirroredFiles'),
    mirroredBytes: read('mirroredBytes'),
    changedFiles: read('changedFiles'),
    changedBytes: read('changedBytes'),
    memoryBytes: read('memoryBytes'),
    cpuMs: read('cpuMs'),
    processes: read('processes'),
  }
}

const blank: LimitTexts = {
  promptBytes: '',
  outputBytes: '',
  events: '',
  wallTimeMs: '',
  idleTimeMs: '',
  mirroredFiles: '',
  mirroredBytes: '',
  changedFiles: '',
  changedBytes: '',
  memoryBytes: '',
  cpuMs: '',
  processes: '',
}
