import type { Interned } from './interned'
import type { Pairing } from './match'
import { score } from './scores'

const impossible = -1_000_000_000
/** Which of the three tables a cell's best way came from: a match, a gap on the right (left alone), a gap on the left. */
const match = 0
const leftAlone = 1
const rightAlone = 2
type State = typeof match | typeof leftAlone | typeof rightAlone

/**
 * The best alignment of two sides, by Needleman and Wunsch with Gotoh's affine gaps. Takes one byte of memory for each
 * pair of frames, so callers bound the sizes. Among equally good ones it prefers matches, then gaps on the right.
 */
export function alignByScore(left: Interned, right: Interned): readonly Pairing[] {
  return walkBack(fillTables(left, right), left.length, right.length)
}

type Tables = { readonly from: Uint8Array; readonly last: State }

function fillTables(left: Interned, right: Interned): Tables {
  const width = right.length + 1
  // Two bits per table: where the best way into this cell of the table came from.
  const from = new Uint8Array((left.length + 1) * width)
  const open = score.gapOpen + score.gapExtend
  const m = new Int32Array(width).fill(impossible)
  const x = new Int32Array(width).fill(impossible)
  const y = new Int32Array(width).fill(impossible)
  m[0] = 0
  for (let j = 1; j < width; j += 1) {
    y[j] = open + (j - 1) * score.gapExtend
    from[j] = (j === 1 ? match : rightAlone) << 4
  }
  for (let i = 1; i <= left.length; i += 1) {
    const scoreRow = rowScorer(left, i - 1, right)
    let diagonalM = m[0] ?? impossible
    let diagonalX = x[0] ?? impossible
    let diagonalY = y[0] ?? impossible
    m[0] = impossible
    x[0] = open + (i - 1) * score.gapExtend
    from[i * width] = (i === 1 ? match : leftAlone) << 2
    for (let j = 1; j < width; j += 1) {
      const upM = m[j] ?? impossible
      const upX = x[j] ?? impossible
      const upY = y[j] ?? impossible
      let cell = 0

      // Only frames that have something in common are ever paired: see scores.ts.
      const value = scoreRow(j - 1)
      let before = diagonalM
      if (diagonalX > before) {
        before = diagonalX
        cell = leftAlone
      }
      if (diagonalY > before) {
        before = diagonalY
        cell = rightAlone
      }
      m[j] = value === impossible ? impossible : before + value

      let best = upX + score.gapExtend
      let state: State = leftAlone
      if (upM + open > best) {
        best = upM + open
        state = match
      }
      if (upY + open > best) {
        best = upY + open
        state = rightAlone
      }
      x[j] = best
      cell |= state << 2

      const leftM = m[j - 1] ?? impossible
      const leftX = x[j - 1] ?? impossible
      best = (y[j - 1] ?? impossible) + score.gapExtend
      state = rightAlone
      if (leftM + open > best) {
        best = leftM + open
        state = match
      }
      if (leftX + open > best) {
        best = leftX + open
        state = leftAlone
      }
      y[j] = best
      cell |= state << 4

      from[i * width + j] = cell
      diagonalM = upM
      diagonalX = upX
      diagonalY = upY
    }
  }
  const end = right.length
  return { from, last: bestState(m[end] ?? impossible, x[end] ?? impossible, y[end] ?? impossible) }
}

function bestState(m: number, x: number, y: number): State {
  if (m >= x && m >= y) return match
  return x >= y ? leftAlone : rightAlone
}

/** Scores frame `i` against frames of the right: what match.ts says, without its detours, for the inner loop. */
function rowScorer(left: Interned, i: number, right: Interned): (j: number) => number {
  const { exact, intent, kind, lead } = right
  const ownExact = left.exact[i]
  const ownIntent = left.intent[i]
  const ownKind = left.kind[i]
  // No frame has -1: without a lead of its own, this frame shares none.
  const ownLead = left.lead[i] || -1
  return (j) => {
    if (exact[j] === ownExact) return score.exact
    if (intent[j] === ownIntent) return score.intent
    return kind[j] === ownKind || lead[j] === ownLead ? score.kind : impossible
  }
}

function walkBack({ from, last }: Tables, leftLength: number, rightLength: number): readonly Pairing[] {
  const pairings: Pairing[] = []
  const width = rightLength + 1
  let i = leftLength
  let j = rightLength
  let state: number = last
  while (i > 0 || j > 0) {
    const cell = from[i * width + j] ?? 0
    if (state === match) {
      i -= 1
      j -= 1
      pairings.push({ left: i, right: j })
      state = cell & 3
    } else if (state === leftAlone) {
      i -= 1
      pairings.push({ left: i, right: -1 })
      state = (cell >> 2) & 3
    } else {
      j -= 1
      pairings.push({ left: -1, right: j })
      state = (cell >> 4) & 3
    }
  }
  return pairings.reverse()
}
