/** How numbers, sizes and times are written in the window. One style for all views; meant for tabular figures. */

const counts = new Intl.NumberFormat('en-US')
const kilo = 1024
const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** 50000 → “50,000”. */
export function formatCount(value: number): string {
  return counts.format(value)
}

/** “1 file”, “38 files”; `many` only where an s does not do. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** A signed difference with a real minus: “+3”, “−2”, “0”. */
export function formatSigned(value: number, format: (value: number) => string = formatCount): string {
  if (value === 0) return format(0)
  return value > 0 ? `+${format(value)}` : `−${format(-value)}`
}

/** Tokens, short: 950 → “950”, 21,430 → “21.4k”, 1,200,000 → “1.2M”. */
export function formatTokens(value: number): string {
  if (value < 1000) return String(value)
  if (value < 999_950) return `${(value / 1000).toFixed(1)}k`
  return `${(value / 1_000_000).toFixed(1)}M`
}

/** Bytes in units of 1024: “512 B”, “214 kB”, “0.4 MB” where a unit is given. */
export function formatBytes(bytes: number): string {
  return inUnit(bytes, unitOf(bytes))
}

/** Used bytes of a ceiling, in the ceiling's unit: “0.4 of 20 MB”. */
export function formatBytesOf(bytes: number, ceiling: number): string {
  const unit = unitOf(ceiling)
  return `${numberInUnit(bytes, unit)} of ${inUnit(ceiling, unit)}`
}

/** “214 of 50,000”. */
export function formatCountOf(value: number, ceiling: number): string {
  return `${formatCount(value)} of ${formatCount(ceiling)}`
}

/** “1:04 of 10:00”. */
export function formatClockOf(ms: number, ceilingMs: number): string {
  return `${formatClock(ms)} of ${formatClock(ceilingMs)}`
}

function unitOf(bytes: number): number {
  let unit = 0
  while (unit < byteUnits.length - 1 && bytes >= kilo ** (unit + 1)) unit += 1
  return unit
}

function numberInUnit(bytes: number, unit: number): string {
  const value = bytes / kilo ** unit
  if (unit === 0 || value >= 99.95) return formatCount(Math.round(value))
  const rounded = Math.round(value * 10) / 10
  return rounded === 0 && bytes > 0 ? '<0.1' : String(rounded)
}

function inUnit(bytes: number, unit: number): string {
  return `${numberInUnit(bytes, unit)} ${byteUnits[unit] ?? 'B'}`
}

/** A span of time: “320 ms”, “2.1 s”, “48 s”, “1 m 04 s”, “10 min”, “2 h 05 m”, “2 h”. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600)
    return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  const minutes = Math.floor(seconds / 60)
  const hours = `${formatCount(Math.floor(minutes / 60))} h`
  return minutes % 60 === 0 ? hours : `${hours} ${two(minutes % 60)} m`
}

/** A clock that counts: “0:07”, “1:04”, “10:00”, “1:02:03”. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** Time since a session's start, at an even width: “00:44”, “1:02:03”. */
export function formatOffset(ms: number): string {
  const clock = formatClock(ms)
  return clock.length === 4 ? `0${clock}` : clock
}

/** Dollars: “$0.09”, “$12.40”, “<$0.01”; null (nothing was reported) → “–”. */
export function formatCost(usd: number | null): string {
  if (usd === null) return '–'
  if (usd > 0 && usd < 0.005) return '<$0.01'
  return `$${usd.toFixed(2)}`
}

/** A long path without its middle: its end tells files apart, its start places. Text with spaces stays whole. */
export function middleCut(text: string, max = 72): string {
  if (text.length <= max || /\s/.test(text)) return text
  const head = Math.floor((max - 1) / 3)
  return `${text.slice(0, head)}…${text.slice(text.length - (max - 1 - head))}`
}

/** The first words of a longer text on one line, at most `max` characters. */
export function firstLine(text: string, max = 120): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? ''
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line
}

const two = (value: number) => String(value).padStart(2, '0')
