import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchors } from '../../../../src/renderer/diff/engine/anchors'
import { type Block, diffLines } from '../../../../src/renderer/diff/engine/line-blocks'

const numbers = (...values: readonly number[]) => Int32Array.from(values)
const side = fc.array(fc.nat(6), { maxLength: 25 }).map((values) => Int32Array.from(values))

/** Puts the blocks' lines of `b` into `a`; throws where lines between blocks are not equal. */
function apply(a: Int32Array, b: Int32Array, blocks: readonly Block[]): readonly number[] {
  const result: number[] = []
  let i = 0
  let j = 0
  for (const { aFrom, aTo, bFrom, bTo } of [
    ...blocks,
    { aFrom: a.length, aTo: a.length, bFrom: b.length, bTo: b.length },
  ]) {
    expect(aFrom - i).toBe(bFrom - j)
    expect([...a.subarray(i, aFrom)]).toEqual([...b.subarray(j, bFrom)])
    result.push(...a.subarray(i, aFrom), ...b.subarray(bFrom, bTo))
    i = aTo
    j = bTo
  }
  return result
}

const changed = (blocks: readonly Block[]) =>
  blocks.reduce((total, { aFrom, aTo, bFrom, bTo }) => total + aTo - aFrom + bTo - bFrom, 0)

function fewestChanges(a: Int32Array, b: Int32Array): number {
  const width = b.length + 1
  const common = new Int32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? 1 + common[(i + 1) * width + j + 1]!
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  return a.length + b.length - 2 * common[0]!
}

describe('diffLines', () => {
  it('turns one side into the other, with equal lines between blocks that never touch', () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom(undefined, 0, 10, 40), (a, b, budget) => {
        const { blocks } = diffLines(a, b, budget)
        expect(apply(a, b, blocks)).toEqual([...b])
        for (const [index, block] of blocks.entries()) {
          expect(block.aTo - block.aFrom + block.bTo - block.bFrom).toBeGreaterThan(0)
          const next = blocks[index + 1]
          if (next !== undefined) expect(next.aFrom).toBeGreaterThan(block.aTo)
        }
      }),
    )
  })

  it('changes as few lines as can be', () => {
    fc.assert(
      fc.property(side, side, (a, b) => {
        const diff = diffLines(a, b)
        expect(changed(diff.blocks)).toBe(fewestChanges(a, b))
        expect(diff.approximate).toBe(false)
      }),
    )
  })

  it('says so when the search was cut short, and still finds what both have once', () => {
    const a = numbers(1, 2, 3, 2, 3, 9, 2, 1)
    const b = numbers(3, 2, 1, 2, 9, 3, 3, 2)
    const diff = diffLines(a, b, 0)
    expect(diff.approximate).toBe(true)
    expect(diff.blocks).toEqual([
      { aFrom: 0, aTo: 5, bFrom: 0, bTo: 4 },
      { aFrom: 6, aTo: 8, bFrom: 5, bTo: 8 },
    ])
  })

  it('spends nothing on lines that only one side has', () => {
    const a = Int32Array.from({ length: 5000 }, (_, index) => index)
    const b = Int32Array.from({ length: 5000 }, (_, index) => (index === 2500 ? 2500 : index + 10_000))
    expect(diffLines(a, b, 10)).toEqual({
      approximate: false,
      blocks: [
        { aFrom: 0, aTo: 2500, bFrom: 0, bTo: 2500 },
        { aFrom: 2501, aTo: 5000, bFrom: 2501, bTo: 5000 },
      ],
    })
  })
})

describe('anchors', () => {
  it('are the longest run of lines in the same order that both sides have once', () => {
    expect(anchors(numbers(1, 2, 3, 4, 5, 5), numbers(4, 1, 2, 5, 3))).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
    ])
  })
})
