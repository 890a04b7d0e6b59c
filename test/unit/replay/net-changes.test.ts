import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { netChanges } from '../../../src/main/replay/net-changes'
import type { FileChange, FileState, TreeEntry } from '../../../src/shared'

const state = (content: string): FileState => ({ hash: content.padStart(64, '0'), mode: 'file', size: 1 })
const entry = (path: string, content: string): TreeEntry => ({ path, ...state(content) })
const tree = (...entries: readonly TreeEntry[]) => new Map(entries.map((each) => [each.path, each]))

const change = (
  kind: FileChange['change'],
  path: string,
  before: FileState | null,
  after: FileState | null,
  oldPath: string | null = null,
): FileChange => ({ change: kind, path, oldPath, before, after, additions: 1, deletions: 1, binary: false })
const created = (path: string, content: string) => change('created', path, null, state(content))
const modified = (path: string, from: string, to: string) => change('modified', path, state(from), state(to))
const deleted = (path: string, content: string) => change('deleted', path, state(content), null)
const renamed = (from: string, to: string, content: string, after = content) =>
  change('renamed', to, state(content), state(after), from)

const short = (changes: readonly FileChange[], base = tree(entry('a', '1'), entry('b', '2'))) =>
  netChanges(base, changes).map((net) =>
    [net.change, net.oldPath, net.path, net.before?.hash.at(-1), net.after?.hash.at(-1)]
      .filter(Boolean)
      .join(' '),
  )

describe('netChanges', () => {
  it('is nothing for a file that was created and deleted, or changed and changed back', () => {
    expect(short([created('c', '3'), deleted('c', '3')])).toEqual([])
    expect(short([modified('a', '1', '9'), modified('a', '9', '1')])).toEqual([])
    expect(short([renamed('a', 'c', '1'), renamed('c', 'a', '1')])).toEqual([])
    expect(short([deleted('a', '1'), created('a', '1')])).toEqual([])
  })

  it('follows renames to the path at the start', () => {
    expect(short([renamed('a', 'c', '1'), modified('c', '1', '3'), renamed('c', 'd', '3')])).toEqual([
      'renamed a d 1 3',
    ])
    expect(short([created('c', '3'), renamed('c', 'd', '3')])).toEqual(['created d 3'])
    expect(short([renamed('a', 'c', '1'), deleted('c', '1')])).toEqual(['deleted a 1'])
  })

  it('calls it a rewrite where the old path is taken again, and where a file is moved over another', () => {
    expect(short([renamed('a', 'c', '1'), created('a', '5')])).toEqual(['modified a 1 5', 'created c 1'])
    expect(short([deleted('b', '2'), renamed('a', 'b', '1')])).toEqual(['deleted a 1', 'modified b 2 1'])
  })

  it('keeps the counts of a change that was the only one, and no others', () => {
    const base = tree(entry('a', '1'), entry('b', '2'))
    const net = netChanges(base, [modified('a', '1', '3'), modified('b', '2', '3'), modified('b', '3', '4')])
    expect(net.map(({ path, only }) => [path, only?.additions ?? null])).toEqual([
      ['a', 1],
      ['b', null],
    ])
  })

  it('gives the same files as the changes one after the other', () => {
    fc.assert(
      fc.property(baseArbitrary, actionsArbitrary, (base, actions) => {
        const { changes, files } = play(base, actions)
        const now = new Map([...base].map(([path, { hash }]) => [path, hash]))
        const net = netChanges(base, changes)
        for (const { oldPath, path, after } of net) {
          if (oldPath !== null) now.delete(oldPath)
          if (after === null) now.delete(path)
        }
        for (const { path, after } of net) if (after !== null) now.set(path, after.hash)
        expect(now).toEqual(files)
        expect(new Set(net.map(({ path }) => path)).size).toBe(net.length)
        for (const { change: kind, path, oldPath, before } of net) {
          expect(before?.hash).toBe(base.get(oldPath ?? path)?.hash)
          expect(kind === 'created').toBe(before === null)
        }
      }),
      { numRuns: 500 },
    )
  })
})

const pathArbitrary = fc.constantFrom('a', 'b', 'c', 'd')
const contentArbitrary = fc.constantFrom('1', '2', '3')
const baseArbitrary = fc
  .uniqueArray(fc.tuple(pathArbitrary, contentArbitrary), { selector: ([path]) => path })
  .map((pairs) => tree(...pairs.map(([path, content]) => entry(path, content))))
const actionsArbitrary = fc.array(
  fc.record({
    type: fc.constantFrom('write' as const, 'delete' as const, 'rename' as const),
    path: pathArbitrary,
    other: pathArbitrary,
    content: contentArbitrary,
  }),
  { maxLength: 12 },
)
type Action = { readonly type: 'write' | 'delete' | 'rename'; path: string; other: string; content: string }

/** Plays file actions on a tree, as an agent would, and records each as a snapshot does. */
function play(base: ReadonlyMap<string, TreeEntry>, actions: readonly Action[]) {
  const files = new Map([...base].map(([path, { hash }]) => [path, hash]))
  const changes: FileChange[] = []
  const of = (hash: string): FileState => ({ hash, mode: 'file', size: 1 })
  for (const { type, path, other, content } of actions) {
    const now = files.get(path)
    const next = state(content).hash
    if (type === 'write') {
      if (now === next) continue
      changes.push(now === undefined ? created(path, content) : change('modified', path, of(now), of(next)))
      files.set(path, next)
    } else if (now !== undefined && type === 'delete') {
      changes.push(change('deleted', path, of(now), null))
      files.delete(path)
    } else if (now !== undefined && !files.has(other)) {
      changes.push(change('renamed', other, of(now), of(now), path))
      files.delete(path)
      files.set(other, now)
    }
  }
  return { changes, files }
}
