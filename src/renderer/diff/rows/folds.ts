import type { TextDiff } from '../engine/diff-text'

/** Unchanged lines kept around a change. */
export const contextLines = 3
/** Fewer lines than this are not worth a fold. */
const minFolded = 4
/** Lines that one step of an expander shows. */
export const stepLines = 20

/** How many lines of a fold were opened from its top and from its bottom; both at once: all of it. */
export type Opened = { readonly top: number; readonly bottom: number }
export type OpenFolds = ReadonlyMap<number, Opened>

/** A stretch of equal lines: `from` … `to` before, the same number of lines from `fromAfter` after. */
export type Stretch = {
  readonly index: number
  readonly from: number
  readonly to: number
  readonly fromAfter: number
  /** Lines hidden of it; none when hiddenFrom equals hiddenTo. */
  readonly hiddenFrom: number
  readonly hiddenTo: number
}

/** The stretches between the blocks of a difference (one more than there are blocks), and what is hidden of each. */
export function stretchesOf(diff: TextDiff, opened: OpenFolds): readonly Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  let fromAfter = 0
  for (let index = 0; index <= diff.blocks.length; index += 1) {
    const block = diff.blocks[index]
    const to = block?.aFrom ?? diff.before.count
    // A file's beginning needs no context before it, its end none after it.
    const keepTop = index === 0 ? 0 : contextLines
    const keepBottom = block === undefined ? 0 : contextLines
    const { top, bottom } = opened.get(index) ?? { top: 0, bottom: 0 }
    const hiddenFrom = Math.min(to, from + keepTop + top)
    const hiddenTo = Math.max(hiddenFrom, to - keepBottom - bottom)
    const isFolded = hiddenTo - hiddenFrom >= minFolded
    stretches.push({
      index,
      from,
      to,
      fromAfter,
      hiddenFrom: isFolded ? hiddenFrom : to,
      hiddenTo: isFolded ? hiddenTo : to,
    })
    if (block === undefined) break
    from = block.aTo
    fromAfter = block.bTo
  }
  return stretches
}

/** Opens a step more of a fold at one of its ends, or all of it. */
export function openFold(opened: OpenFolds, index: number, part: 'top' | 'bottom' | 'all'): OpenFolds {
  const before = opened.get(index) ?? { top: 0, bottom: 0 }
  const after: Opened =
    part === 'all'
      ? { top: Number.MAX_SAFE_INTEGER / 4, bottom: before.bottom }
      : { ...before, [part]: before[part] + stepLines }
  return new Map(opened).set(index, after)
}
