import type { NativeLine } from '../../../shared'

/** Lines asked for at once. */
export const pageSize = 100

/** The native lines a window holds, by their place from 0, and the pages that are on their way. */
export type NativePages = {
  readonly lines: ReadonlyMap<number, NativeLine>
  readonly asked: ReadonlySet<number>
  /** Null until the first page came. */
  readonly total: number | null
}

export const noPages: NativePages = { lines: new Map(), asked: new Set(), total: null }

/** Where to read from so that places `first` … `last` are held; each start is asked for once until it came. */
export function missingStarts(pages: NativePages, first: number, last: number): readonly number[] {
  if (pages.total === null) return pages.asked.has(0) ? [] : [0]
  const starts: number[] = []
  const end = Math.min(last, pages.total - 1)
  for (let place = Math.max(0, first); place <= end; place += 1) {
    if (pages.lines.has(place)) continue
    // Main may answer fewer than were asked for: a page then goes on where it ended.
    const isOnItsWay = [...pages.asked].some((start) => start <= place && place < start + pageSize)
    if (isOnItsWay) break
    starts.push(place)
    place += pageSize - 1
  }
  return starts
}

export function askFor(pages: NativePages, starts: readonly number[]): NativePages {
  return { ...pages, asked: new Set([...pages.asked, ...starts]) }
}

/** Takes in the page that begins at `start`. What it holds is kept to `maxHeld` lines, the farthest ones go first. */
export function takePage(
  pages: NativePages,
  start: number,
  page: { readonly lines: readonly NativeLine[]; readonly total: number },
): NativePages {
  const lines = new Map(pages.lines)
  for (const [index, line] of page.lines.entries()) lines.set(start + index, line)
  for (const place of [...lines.keys()].toSorted((a, b) => Math.abs(b - start) - Math.abs(a - start))) {
    if (lines.size <= maxHeld) break
    lines.delete(place)
  }
  return { lines, asked: without(pages.asked, start), total: page.total }
}

/** Forgets a page that could not be read, so that it can be asked for again. */
export function dropPage(pages: NativePages, start: number): NativePages {
  return { ...pages, asked: without(pages.asked, start) }
}

export const maxHeld = 2000

function without(starts: ReadonlySet<number>, start: number): ReadonlySet<number> {
  const left = new Set(starts)
  left.delete(start)
  return left
}
