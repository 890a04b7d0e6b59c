import { useMemo, useState } from 'react'
import type { Comparison } from '../../../../shared'
import { differingPairs, foldHolding, type LaneRow, laneRows, nextDifference } from '../model/lane-rows'

export type LaneSide = 'left' | 'right'

/** What a row can do. Stays the same object, so that rows are not drawn again for it. */
export type LaneActs = {
  readonly toggleExpanded: (pair: number) => void
  readonly toggleFold: (from: number) => void
  readonly moveTo: (row: LaneRow, side: LaneSide) => void
}

/** Where the reader stands, what is open, and how to go on. Rows are counted as they are laid out, pairs as aligned. */
export type Lanes = {
  readonly rows: readonly LaneRow[]
  /** Pairs that are not equal. */
  readonly differing: readonly number[]
  /** Row that the keyboard is on; null until the reader went anywhere. */
  readonly active: number | null
  readonly side: LaneSide
  /** Pair that the reader is on, if it is one. */
  readonly pair: number | null
  readonly isExpanded: (pair: number) => boolean
  readonly acts: LaneActs
  /** Goes to a pair, opening the fold that holds it; returns its row. */
  readonly showPair: (pair: number) => number
  readonly next: number | null
  readonly previous: number | null
}

type Place = { readonly key: string; readonly side: LaneSide }

const keyOf = (row: LaneRow | undefined): string => {
  switch (row?.type) {
    case 'pair':
      return `pair ${row.index}`
    case 'fold':
      return `fold ${row.from}`
    default:
      return row?.type ?? ''
  }
}

export const laneKey = keyOf

export function useLanes({ alignment }: Comparison): Lanes {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const [place, setPlace] = useState<Place | null>(null)
  const rows = useMemo(() => laneRows(alignment, open), [alignment, open])
  const differing = useMemo(() => differingPairs(alignment.pairs), [alignment])
  const active = useMemo(() => {
    const index = place === null ? -1 : rows.findIndex((row) => keyOf(row) === place.key)
    return index < 0 ? null : index
  }, [rows, place])
  const acts = useMemo<LaneActs>(
    () => ({
      toggleExpanded: (index) => setExpanded((before) => toggled(before, index)),
      toggleFold: (from) => setOpen((before) => toggled(before, from)),
      moveTo: (to, side) => setPlace({ key: keyOf(to), side }),
    }),
    [],
  )
  const row = active === null ? undefined : rows[active]
  const pair = row?.type === 'pair' ? row.index : row?.type === 'fold' ? row.from : null
  const side = place?.side ?? 'left'

  return {
    rows,
    differing,
    active,
    side,
    pair: row?.type === 'pair' ? row.index : null,
    isExpanded: (index) => expanded.has(index),
    acts,
    showPair: (index) => {
      const fold = foldHolding(rows, index)
      const opened = fold === null ? open : toggled(open, fold)
      if (fold !== null) setOpen(opened)
      const kind = alignment.pairs[index]?.type
      const to = kind === 'left_only' ? 'left' : kind === 'right_only' ? 'right' : side
      setPlace({ key: `pair ${index}`, side: to })
      const shown = fold === null ? rows : laneRows(alignment, opened)
      return shown.findIndex((each) => each.type === 'pair' && each.index === index)
    },
    next: nextDifference(differing, pair, 1),
    previous: nextDifference(differing, pair, -1),
  }
}

function toggled(set: ReadonlySet<number>, value: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
