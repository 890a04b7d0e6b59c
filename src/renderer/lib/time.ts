const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** A time as people say it, from `now`: “just now”, “2 min ago”, “yesterday”, “in 3 h”, “4 Mar”. Both in ms. */
export function formatRelative(at: number, now: number): string {
  const span = Math.abs(now - at)
  const past = at <= now
  if (span < 45_000) return past ? 'just now' : 'in a moment'
  if (span < hour) return direct(Math.max(1, Math.round(span / minute)), 'min', past)
  if (daysBetween(at, now) === 0 || span < 6 * hour) return direct(Math.round(span / hour), 'h', past)
  const days = daysBetween(at, now)
  if (days === 1) return past ? 'yesterday' : 'tomorrow'
  if (days < 7) return past ? `${days} days ago` : `in ${days} days`
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? dayAndMonth : dayMonthYear).format(at)
}

/** Date and time to the second, in the machine's time zone. */
export function formatExact(at: number): string {
  return exact.format(at)
}

/** “14:02”, in the machine's time zone. */
export function formatTimeOfDay(at: number): string {
  return clock.format(at)
}

/** 23:59:59.999 of the day `now` lies in, in the machine's time zone. */
export function endOfDay(now: number): number {
  return new Date(now).setHours(23, 59, 59, 999)
}

/** How many midnights lie between two times. */
export function daysBetween(a: number, b: number): number {
  return Math.abs(Math.round((new Date(a).setHours(0, 0, 0, 0) - new Date(b).setHours(0, 0, 0, 0)) / day))
}

const direct = (count: number, unit: string, past: boolean) =>
  past ? `${count} ${unit} ago` : `in ${count} ${unit}`
