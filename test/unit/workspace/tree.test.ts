import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges, decodeTree, encodeTree } from '../../../src/main/workspace'
import type { FileChange, FileState, TreeEntry } from '../../../src/shared'

const hash = fc.integer({ min: 0, max: 5 }).map((digit) => String(digit).repeat(64))
const state: fc.Arbitrary<FileState> = fc.record({
  hash,
  mode: fc.constantFrom('file', 'executable', 'symlink'),
  size: fc.nat(1e9),
})
const path = fc.oneof(
  fc.constantFrom('a', 'b', 'a/b', 'a\nb', 'é', ' ', 'B', '\u{1F600}'),
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => !text.includes('\0')),
)
const tree = fc
  .dictionary(path, state, { maxKeys: 12, noNullPrototype: true })
  .map((files) => toEntries(new Map(Object.entries(files))))

function toEntries(files: ReadonlyMap<string, FileState>): readonly TreeEntry[] {
  return [...files].map(([path, state]) => ({ path, ...state })).sort((a, b) => (a.path < b.path ? -1 : 1))
}

describe('a tree’s manifest', () => {
  it('gives the same tree back, and the same bytes in any order', () => {
    fc.assert(
      fc.property(tree, (entries) => {
        const bytes = encodeTree(entries)
        expect(decodeTree(bytes)).toEqual({ ok: true, value: entries })
        expect(encodeTree([...entries].reverse())).toEqual(bytes)
      }),
    )
  })

  it('is refused when anything in its frame is wrong, and never throws', () => {
    const good = encodeTree([
      { path: 'a', hash: '0'.repeat(64), mode: 'file', size: 1 },
      { path: 'b', hash: '1'.repeat(64), mode: 'file', size: 2 },
    ]).toString()
    const wrong = [
      '',
      good.slice(0, -1),
      good.replace('glovebox-tree 1', 'glovebox-tree 2'),
      good.replace('f 000', 'q 000'),
      good.replace('f 000', 'f 00'),
      good.replace(' 1 a', ' -1 a'),
      good.replace(' a\0', ' c\0'),
      good.replace(' a\0', ' b\0'),
      good.replace(' a\0', ' \0'),
    ]
    for (const text of wrong) {
      const decoded = decodeTree(Buffer.from(text))
      expect(decoded.ok ? text : decoded.error.code).toBe('replay.content_missing')
    }
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeTree(Buffer.from(bytes))))
  })
})

describe('applying changes', () => {
  it('gives the tree after from the tree before, for any two trees', () => {
    fc.assert(
      fc.property(tree, tree, fc.boolean(), (before, after, pairing) => {
        expect(applyChanges(before, changesBetween(before, after, pairing))).toEqual(after)
      }),
    )
  })

  it('takes changes one after the other', () => {
    const one: FileState = { hash: '1'.repeat(64), mode: 'file', size: 1 }
    const two: FileState = { hash: '2'.repeat(64), mode: 'file', size: 2 }
    const changes = [
      change({ change: 'created', path: 'a', after: one }),
      change({ change: 'renamed', path: 'b', oldPath: 'a', before: one, after: one }),
      change({ change: 'created', path: 'a', after: two }),
      change({ change: 'modified', path: 'b', before: one, after: two }),
      change({ change: 'deleted', path: 'a', before: two }),
    ]
    expect(applyChanges([], changes)).toEqual([{ path: 'b', ...two }])
  })
})

function change(patch: Partial<FileChange> & Pick<FileChange, 'change' | 'path'>): FileChange {
  return {
    oldPath: null,
    before: null,
    after: null,
    additions: null,
    deletions: null,
    binary: false,
    ...patch,
  }
}

/** What a snapshot would record between two trees; `pairing` makes renames of deleted and created files. */
function changesBetween(
  before: readonly TreeEntry[],
  after: readonly TreeEntry[],
  pairing: boolean,
): readonly FileChange[] {
  const was = new Map(before.map(({ path, ...state }) => [path, state]))
  const is = new Map(after.map(({ path, ...state }) => [path, state]))
  const deleted = [...was].filter(([path]) => !is.has(path))
  const created = [...is].filter(([path]) => !was.has(path))
  const pairs = pairing ? Math.min(deleted.length, created.length) : 0
  return [
    ...created.map(([path, state], at) => {
      const source = at < pairs ? deleted[at] : undefined
      return source === undefined
        ? change({ change: 'created', path, after: state })
        : change({ change: 'renamed', path, oldPath: source[0], before: source[1], after: state })
    }),
    ...deleted.slice(pairs).map(([path, state]) => change({ change: 'deleted', path, before: state })),
    ...[...is]
      .filter(([path, state]) => was.has(path) && JSON.stringify(was.get(path)) !== JSON.stringify(state))
      .map(([path, state]) =>
        change({ change: 'modified', path, before: was.get(path) ?? null, after: state }),
      ),
  ]
}
