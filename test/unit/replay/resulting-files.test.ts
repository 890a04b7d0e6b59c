import { describe, expect, it } from 'vitest'
import { resultingFiles } from '../../../src/main/replay/resulting-files'
import type { FileChange, FileState, TreeEntry } from '../../../src/shared'

const state = (content: string, mode: FileState['mode'] = 'file'): FileState => ({
  hash: content.padStart(64, '0'),
  mode,
  size: 1,
})
const base = (files: Readonly<Record<string, string>>) => {
  const entries = Object.entries(files).map(([path, content]): TreeEntry => ({ path, ...state(content) }))
  return {
    entries,
    byPath: new Map(entries.map((entry) => [entry.path, entry])),
    hashes: new Set(entries.map(({ hash }) => hash)),
  }
}
const change = (path: string, after: FileState | null, oldPath: string | null = null): FileChange => ({
  change: after === null ? 'deleted' : oldPath === null ? 'modified' : 'renamed',
  path,
  oldPath,
  before: null,
  after,
  additions: null,
  deletions: null,
  binary: false,
})

describe('resultingFiles', () => {
  const start = base({ a: '1', b: '2', c: '3', d: '4', e: '5' })

  it('lists what either changed, with both results and the state before', () => {
    const left = {
      base: start,
      changes: [
        change('a', state('9')),
        change('b', null),
        change('e', state('5', 'executable')),
        change('n', state('7')),
      ],
    }
    const right = { base: start, changes: [change('a', state('9')), change('d2', state('4'), 'd')] }
    const { files, omitted } = resultingFiles(left, right, true)
    expect(files.map(({ path, difference }) => [path, difference])).toEqual([
      ['a', 'same'],
      ['b', 'right_only'],
      ['d', 'left_only'],
      ['d2', 'right_only'],
      ['e', 'mode'],
      ['n', 'left_only'],
    ])
    expect(omitted).toBe(0)
    expect(files[0]).toEqual({
      path: 'a',
      left: state('9'),
      right: state('9'),
      base: state('1'),
      difference: 'same',
    })
    expect(files[1]).toMatchObject({ left: null, right: state('2'), base: state('2') })
  })

  it('calls it the same when both deleted a file', () => {
    const both = { base: start, changes: [change('b', null)] }
    expect(resultingFiles(both, both, true).files).toEqual([
      { path: 'b', left: null, right: null, base: state('2'), difference: 'same' },
    ])
  })

  it('takes the last of several changes', () => {
    const left = {
      base: start,
      changes: [change('a', state('8')), change('x', state('8'), 'a'), change('a', state('1'))],
    }
    const { files } = resultingFiles(left, { base: start, changes: [] }, true)
    expect(files.map(({ path, difference }) => [path, difference])).toEqual([
      ['a', 'same'],
      ['x', 'left_only'],
    ])
  })

  it('lists every path that differs where the starts differ, and names no state before', () => {
    const other = base({ a: '1', b: '0', z: '1' })
    const { files } = resultingFiles({ base: start, changes: [] }, { base: other, changes: [] }, false)
    expect(files.map(({ path, difference }) => [path, difference])).toEqual([
      ['b', 'content'],
      ['c', 'left_only'],
      ['d', 'left_only'],
      ['e', 'left_only'],
      ['z', 'right_only'],
    ])
    expect(files.every((file) => file.base === null)).toBe(true)
  })

  it('counts what is beyond the list, and keeps changed paths in it', () => {
    const many = base(Object.fromEntries(Array.from({ length: 20_010 }, (_, index) => [`m${index}`, '1'])))
    const left = { base: many, changes: [change('zz', state('2'))] }
    const { files, omitted } = resultingFiles(left, { base: base({}), changes: [] }, false)
    expect(files).toHaveLength(20_000)
    expect(omitted).toBe(11)
    expect(files.at(-1)?.path).toBe('zz')
  })
})
