import type { FoundSecret } from './found-secret'

/** The part of a text from one position to another, with masks in the place of secrets. */
export function maskFound(
  text: string,
  found: readonly FoundSecret[],
  from: number,
  to: number,
  count: (name: string) => void,
): string {
  let shown = ''
  let at = from
  for (const { start, end, name } of found) {
    if (end <= at || start >= to) continue
    const begin = Math.max(at, beforeEscape(text, start))
    shown += `${text.slice(at, begin)}[masked: ${name}]`
    at = Math.min(end, to)
    count(name)
  }
  return at === 0 && to === text.length ? text : shown + text.slice(at, to)
}

/** In JSON, the backslash before a mask would escape its bracket: it goes with the secret. */
export function beforeEscape(text: string, start: number): number {
  let backslashes = 0
  while (text.charCodeAt(start - 1 - backslashes) === 0x5c) backslashes += 1
  return backslashes % 2 === 1 ? start - 1 : start
}
