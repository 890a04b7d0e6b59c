import type { Comparison, SessionView } from '../../../../shared'
import { costWords, totalTokens } from '../../../lib/cost'
import { formatCost, formatCount, formatDuration, formatSigned, formatTokens } from '../../../lib/format'

/** One measure of both sessions, in words, with the sizes that its bar shows. */
export type Delta = {
  readonly label: string
  readonly left: string
  readonly right: string
  /** B against A: “+3”, “+28 %”; null where it says nothing. */
  readonly difference: string | null
  /** The two parts of the bar in per cent; null: nothing to draw. */
  readonly sizes: readonly [number, number] | null
}

/** What the summary sets side by side. `now` (ms) is the end of what still runs. */
export function deltasOf({ left, right }: Pick<Comparison, 'left' | 'right'>, now: number): readonly Delta[] {
  const lines = (session: SessionView) => session.additions + session.deletions
  return [
    counted('Frames', left.frames, right.frames),
    counted('Files changed', left.changedFiles, right.changedFiles),
    {
      label: 'Lines',
      left: lineWords(left),
      right: lineWords(right),
      difference: null,
      sizes: sizes(lines(left), lines(right)),
    },
    tokenDelta(totalTokens(left), totalTokens(right)),
    costDelta(left, right),
    timeDelta(timeOf(left, now), timeOf(right, now)),
  ]
}

function counted(label: string, left: number, right: number): Delta {
  return {
    label,
    left: formatCount(left),
    right: formatCount(right),
    difference: formatSigned(right - left),
    sizes: sizes(left, right),
  }
}

function tokenDelta(left: number, right: number): Delta {
  const percent = left === 0 ? null : Math.round(((right - left) / left) * 100)
  return {
    label: 'Tokens',
    left: left === 0 ? '–' : formatTokens(left),
    right: right === 0 ? '–' : formatTokens(right),
    difference: percent === null || right === 0 ? null : `${formatSigned(percent)} %`,
    sizes: sizes(left, right),
  }
}

function costDelta(a: SessionView, b: SessionView): Delta {
  const left = a.usage.costUsd
  const right = b.usage.costUsd
  return {
    label: costLabel(isEstimate(a), isEstimate(b)),
    left: formatCost(left),
    right: formatCost(right),
    difference: left === null || right === null ? null : signedCost(right - left),
    sizes: sizes(left ?? 0, right ?? 0),
  }
}

const isEstimate = ({ usage, costSource }: SessionView): boolean =>
  (costWords(usage.costUsd, costSource)?.label ?? null) !== null

function costLabel(a: boolean, b: boolean): string {
  if (a && b) return 'Cost, estimated'
  return a ? 'Cost, A estimated' : b ? 'Cost, B estimated' : 'Cost'
}

/** Parts of a cent are no difference that anybody would see in the two values beside it. */
function signedCost(usd: number): string {
  const cents = Math.round(usd * 100) / 100
  if (cents === 0) return '±$0.00'
  return `${cents > 0 ? '+' : '−'}$${Math.abs(cents).toFixed(2)}`
}

function timeDelta(left: number, right: number): Delta {
  return {
    label: 'Time',
    left: formatDuration(left),
    right: formatDuration(right),
    difference: formatSigned(Math.round(right - left), formatDuration),
    sizes: sizes(left, right),
  }
}

/** Shares of the bar in per cent. */
function sizes(left: number, right: number): readonly [number, number] | null {
  const total = left + right
  return total <= 0 ? null : [(100 * left) / total, (100 * right) / total]
}

const lineWords = ({ additions, deletions }: SessionView): string =>
  `+${formatCount(additions)} −${formatCount(deletions)}`

const timeOf = ({ startedAt, endedAt }: SessionView, now: number): number =>
  Math.max(0, (endedAt ?? now) - startedAt)
