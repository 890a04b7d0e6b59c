import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLines } from '../../../../src/main/workspace/snapshot/line-counts'
import { createLineNumbers, isBinary } from '../../../../src/main/workspace/snapshot/text-lines'
import { temporaryFolder } from '../../../support/repository'

const lines = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 }).map((list) => Int32Array.from(list))
const plenty = () => ({ left: 1e9 })

/** The longest common subsequence by the table: slow and plain. */
function longestCommon(a: Int32Array, b: Int32Array): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const line of a) {
    const next = [0]
    for (let at = 0; at < b.length; at += 1)
      next.push(line === b[at] ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    row = next
  }
  return row[b.length]!
}

describe('counting lines', { timeout: 60_000 }, () => {
  it('finds the fewest lines added and taken away', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const common = longestCommon(before, after)
        expect(countLines(before, after, plenty())).toEqual({
          additions: after.length - common,
          deletions: before.length - common,
        })
      }),
      { numRuns: 500 },
    )
  })

  it('counts as git diff --numstat does', () => {
    const folder = temporaryFolder()
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }),
        fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }),
        fc.boolean(),
        (a, b, ended) => {
          const before = a.map((line) => `${line}\n`).join('')
          const after = b.map((line) => `${line}\n`).join('') + (ended ? '' : 'end')
          writeFileSync(join(folder, 'a'), before)
          writeFileSync(join(folder, 'b'), after)
          const numbers = createLineNumbers()
          const counted = countLines(
            numbers.of(Buffer.from(before)),
            numbers.of(Buffer.from(after)),
            plenty(),
          )
          expect(counted).toEqual(numstat(folder))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('gives up instead of taking long', () => {
    const many = Int32Array.from({ length: 20_000 }, (_, at) => at)
    expect(countLines(many, many.toReversed(), { left: 1_000_000 })).toBeNull()
    expect(countLines(many, many, { left: 10 })).toEqual({ additions: 0, deletions: 0 })
  })
})

function numstat(folder: string) {
  try {
    execFileSync('git', ['diff', '--no-index', '--minimal', '--numstat', 'a', 'b'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { additions: 0, deletions: 0 }
  } catch (error) {
    const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    const [additions, deletions] = printed.split('\t').map(Number)
    return { additions, deletions }
  }
}

it('calls a file binary by a NUL in its first 8 KB', () => {
  expect(isBinary(Buffer.from('text'))).toBe(false)
  expect(isBinary(Buffer.from('te\0xt'))).toBe(true)
  expect(isBinary(Buffer.concat([Buffer.alloc(8192, 'a'), Buffer.from('\0')]))).toBe(false)
})
