import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  fromCopiedColumns,
  fromEntryColumns,
  fromFileColumns,
  joinHashes,
  splitHashes,
  toCopiedColumns,
  toEntryColumns,
  toFileColumns,
} from '../../../../src/main/workspace/mirror/columns'
import type { TreeEntry } from '../../../../src/shared'

const hash = fc.integer({ min: 0, max: 3 }).map((digit) => String(digit).repeat(64))
const entry: fc.Arbitrary<TreeEntry> = fc.record({
  path: fc.string({ minLength: 1 }).filter((text) => !text.includes('\0')),
  hash,
  size: fc.nat(1e9),
  mode: fc.constantFrom('file', 'executable', 'symlink'),
})
const entries = fc.uniqueArray(entry, { maxLength: 12, selector: ({ path }) => path })

it('gives back what was put into columns', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const files = all.map(({ path, size, mode }) => ({ path, size, mode }))
      expect(fromFileColumns(toFileColumns(files))).toEqual(files)
      expect(fromEntryColumns(toEntryColumns(all))).toEqual(all)
      expect(splitHashes(joinHashes(all.map((each) => each.hash)))).toEqual(all.map((each) => each.hash))
    }),
  )
})

it('gives back what was copied: with files left out in between, and content packed once or not at all', () => {
  fc.assert(
    fc.property(entries, fc.func(fc.boolean()), fc.func(fc.boolean()), (all, isCopied, isPacked) => {
      const files = all.map(({ path, size, mode }) => ({ path, size, mode }))
      // The same content has the same size.
      const copied = all
        .filter(({ path }) => isCopied(path))
        .map((each) => ({ ...each, size: Number(each.hash[0]) }))
      const hashes = [...new Set(copied.map((each) => each.hash))].filter(isPacked)
      const content = hashes.map((each, at) => ({
        hash: each,
        pack: 'pack',
        offset: at * 10,
        size: Number(each[0]),
      }))
      const result = { entries: copied, content, excluded: [], notes: [] }
      const back = fromCopiedColumns(files, toCopiedColumns(files, result))
      expect(back.entries).toEqual(copied)
      expect(back.content.toSorted((a, b) => a.offset - b.offset)).toEqual(content)
    }),
  )
})
