import type { AlignedPair } from '../../../../shared'

/** What the map shows of a stretch of rows: both the same, both but different, or only one of them. */
export type MapKind = 'same' | 'changed' | 'left' | 'right'
/** A stretch by its share of the whole, from 0 to 1; `density` is how much of it differs, in quarters, 1 where all does. */
export type MapStretch = {
  readonly kind: MapKind
  readonly density: number
  readonly from: number
  readonly to: number
}

/** More bands than a map has pixels tell nothing. */
const maxBands = 400

/** Joins rows of one kind to stretches. In long comparisons a band stands for many rows: for what differs in them. */
export function mapStretches(pairs: readonly AlignedPair[]): readonly MapStretch[] {
  const bands = Math.min(maxBands, pairs.length)
  const stretches: { kind: MapKind; density: number; from: number; to: number }[] = []
  for (let band = 0; band < bands; band += 1) {
    const first = Math.floor((band * pairs.length) / bands)
    const end = Math.floor(((band + 1) * pairs.length) / bands)
    const { kind, density } = tellingKind(pairs.slice(first, end))
    const last = stretches.at(-1)
    if (last?.kind === kind && last.density === density) last.to = end / pairs.length
    else stretches.push({ kind, density, from: first / pairs.length, to: end / pairs.length })
  }
  return stretches
}

function tellingKind(pairs: readonly AlignedPair[]): Pick<MapStretch, 'kind' | 'density'> {
  const counts = { same: 0, changed: 0, left: 0, right: 0 }
  for (const pair of pairs) counts[kindOf(pair)] += 1
  const differing = (['changed', 'left', 'right'] as const).filter((kind) => counts[kind] > 0)
  const [first, ...others] = differing
  if (first === undefined) return { kind: 'same', density: 1 }
  const kind = others.reduce((best, each) => (counts[each] > counts[best] ? each : best), first)
  return { kind, density: Math.ceil((4 * (pairs.length - counts.same)) / pairs.length) / 4 }
}

function kindOf(pair: AlignedPair): MapKind {
  switch (pair.type) {
    case 'left_only':
      return 'left'
    case 'right_only':
      return 'right'
    case 'matched':
      return pair.level === 'exact' ? 'same' : 'changed'
  }
}
