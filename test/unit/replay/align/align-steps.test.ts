import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlignedSteps, alignSteps } from '../../../../src/main/replay/align/align-steps'
import { internSteps } from '../../../../src/main/replay/align/interned'
import { type Pairing, scoreOf } from '../../../../src/main/replay/align/match'
import type { Step } from '../../../../src/main/replay/align/step'
import type { AlignedPair } from '../../../../src/shared'
import { step, stepArbitrary, stepsArbitrary, tool } from './support'

/** 0 cells: everything that is left after trimming goes the quick way. */
const ways = [
  ['by score', undefined],
  ['the quick way', 0],
] as const

const pairing = (pair: AlignedPair): Pairing => ({
  left: pair.type === 'right_only' ? -1 : pair.left,
  right: pair.type === 'left_only' ? -1 : pair.right,
})
const lefts = (aligned: AlignedSteps) => aligned.pairs.map((pair) => pairing(pair).left).filter((i) => i >= 0)
const rights = (aligned: AlignedSteps) =>
  aligned.pairs.map((pair) => pairing(pair).right).filter((i) => i >= 0)
const total = (left: readonly Step[], right: readonly Step[], pairs: readonly Pairing[]) =>
  scoreOf(...internSteps(left, right), pairs)
const upTo = (length: number) => Array.from({ length }, (_, index) => index)

describe.each(ways)('alignSteps, %s', (_, cells) => {
  it('has every frame of both sides exactly once, in order', () => {
    fc.assert(
      fc.property(stepsArbitrary, stepsArbitrary, (left, right) => {
        const aligned = alignSteps(left, right, cells)
        expect(lefts(aligned)).toEqual(upTo(left.length))
        expect(rights(aligned)).toEqual(upTo(right.length))
      }),
    )
  })

  it('finds a session the same as itself', () => {
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const aligned = alignSteps(steps, steps, cells)
        expect(aligned.pairs.every((pair) => pair.type === 'matched' && pair.level === 'exact')).toBe(true)
        expect(aligned).toMatchObject({ prefix: steps.length, suffix: 0, firstDivergence: null })
      }),
    )
  })

  it('gives the mirrored result for swapped sides', () => {
    fc.assert(
      fc.property(stepsArbitrary, stepsArbitrary, (left, right) => {
        const there = alignSteps(left, right, cells)
        const back = alignSteps(right, left, cells)
        const matches = (aligned: AlignedSteps, swap: boolean) =>
          aligned.pairs.flatMap((pair) =>
            pair.type === 'matched'
              ? [[swap ? pair.right : pair.left, swap ? pair.left : pair.right, pair.level, pair.difference]]
              : [],
          )
        expect(matches(back, true)).toEqual(matches(there, false))
        expect([back.prefix, back.suffix, back.firstDivergence]).toEqual([
          there.prefix,
          there.suffix,
          there.firstDivergence,
        ])
      }),
    )
  })

  it('counts as prefix and suffix exactly the pairs that match exactly', () => {
    fc.assert(
      fc.property(stepsArbitrary, stepsArbitrary, (left, right) => {
        const { pairs, prefix, suffix, firstDivergence } = alignSteps(left, right, cells)
        const exact = pairs.map((pair) => pair.type === 'matched' && pair.level === 'exact')
        expect(exact.slice(0, prefix).every(Boolean)).toBe(true)
        expect(exact.slice(exact.length - suffix).every(Boolean)).toBe(true)
        expect(prefix + suffix).toBeLessThanOrEqual(pairs.length)
        expect(firstDivergence).toBe(prefix === pairs.length ? null : prefix)
        if (prefix < pairs.length) {
          expect(exact[prefix]).toBe(false)
          expect(exact[exact.length - suffix - 1]).toBe(false)
        }
      }),
    )
  })

  it('shows one inserted frame as one frame that only that side has', () => {
    fc.assert(
      fc.property(stepsArbitrary, stepArbitrary, fc.nat(14), (steps, extra, at) => {
        const longer = [...steps.slice(0, at), extra, ...steps.slice(at)]
        const inserted = alignSteps(steps, longer, cells).pairs.filter(({ type }) => type !== 'matched')
        expect(inserted.map(({ type }) => type)).toEqual(['right_only'])
        const removed = alignSteps(longer, steps, cells).pairs.filter(({ type }) => type !== 'matched')
        expect(removed.map(({ type }) => type)).toEqual(['left_only'])
      }),
    )
  })

  it('matches only frames that have something in common', () => {
    fc.assert(
      fc.property(stepsArbitrary, stepsArbitrary, (left, right) => {
        for (const pair of alignSteps(left, right, cells).pairs) {
          if (pair.type !== 'matched') continue
          const [a, b] = [left[pair.left], right[pair.right]]
          expect(pair.level === 'exact').toBe(a?.exact === b?.exact)
          expect(pair.difference === null).toBe(pair.level === 'exact')
          expect(a?.kind === b?.kind || (a?.lead === b?.lead && a?.lead !== '')).toBe(true)
        }
      }),
    )
  })
})

describe('alignSteps', () => {
  it('scores no worse than pairing by position, or than pairing nothing', () => {
    fc.assert(
      fc.property(stepsArbitrary, stepsArbitrary, (left, right) => {
        const best = total(left, right, alignSteps(left, right).pairs.map(pairing))
        const most = Math.max(left.length, right.length)
        const byPosition = upTo(most).map((index) => ({
          left: index < left.length ? index : -1,
          right: index < right.length ? index : -1,
        }))
        const nothing = [
          ...upTo(left.length).map((index) => ({ left: index, right: -1 })),
          ...upTo(right.length).map((index) => ({ left: -1, right: index })),
        ]
        expect(best).toBeGreaterThanOrEqual(total(left, right, byPosition))
        expect(best).toBeGreaterThanOrEqual(total(left, right, nothing))
      }),
    )
  })

  it('is the best of all alignments of short runs', () => {
    const short = fc.array(stepArbitrary, { maxLength: 4 })
    fc.assert(
      fc.property(short, short, (left, right) => {
        const best = Math.max(
          ...everyAlignment(left.length, right.length).map((pairs) => total(left, right, pairs)),
        )
        expect(total(left, right, alignSteps(left, right).pairs.map(pairing))).toBe(best)
      }),
      { numRuns: 200 },
    )
  })

  it('pairs edits of the same file across an inserted call, and says what differs', () => {
    const read = step({ tools: [tool({ kind: 'read' })] })
    const left = [
      read,
      step({ tools: [tool({ args: '1' })] }),
      step({ tools: [tool({ kind: 'run', target: 't' })] }),
    ]
    const right = [
      read,
      step({ tools: [tool({ kind: 'search', target: 'q' })] }),
      step({ tools: [tool({ args: '2' })] }),
      step({ tools: [tool({ kind: 'run', target: 't', result: 'r' })] }),
    ]
    expect(alignSteps(left, right).pairs).toEqual([
      { type: 'matched', left: 0, right: 0, level: 'exact', difference: null },
      { type: 'right_only', right: 1 },
      { type: 'matched', left: 1, right: 2, level: 'intent', difference: 'same file, other edit' },
      { type: 'matched', left: 2, right: 3, level: 'intent', difference: 'same command, other result' },
    ])
  })

  it('takes two empty sessions, and one', () => {
    expect(alignSteps([], [])).toEqual({ pairs: [], prefix: 0, suffix: 0, firstDivergence: null })
    expect(alignSteps([step()], []).pairs).toEqual([{ type: 'left_only', left: 0 }])
  })
})

function everyAlignment(left: number, right: number): readonly (readonly Pairing[])[] {
  const from = (i: number, j: number): Pairing[][] => {
    if (i === left && j === right) return [[]]
    const put = (pair: Pairing, rest: Pairing[][]) => rest.map((pairs) => [pair, ...pairs])
    return [
      ...(i < left && j < right ? put({ left: i, right: j }, from(i + 1, j + 1)) : []),
      ...(i < left ? put({ left: i, right: -1 }, from(i + 1, j)) : []),
      ...(j < right ? put({ left: -1, right: j }, from(i, j + 1)) : []),
    ]
  }
  return from(0, 0)
}
