import { endOfDay } from '../lib/time'

const lastMinute = 59_999

/** The last minute of today, as a field for date and time holds it. */
export function tonight(now: number): string {
  return toField(endOfDay(now))
}

/** A time (ms) as a field for date and time holds it, in the machine's time zone. */
export function toField(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The time (ms) a field holds; null when it is empty. 23:59 means the whole of that minute: the end of the day. */
export function readUntil(field: string): number | null {
  const at = new Date(field).getTime()
  if (Number.isNaN(at)) return null
  return field.endsWith('T23:59') ? at + lastMinute : at
}
