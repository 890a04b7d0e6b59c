import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { treeAction, typedRow } from '../../../../src/renderer/diff/tree/tree-keys'
import {
  filteredRows,
  type TreeRow,
  treeModel,
  treeRows,
} from '../../../../src/renderer/diff/tree/tree-model'
import type { FileChange, TreeEntry } from '../../../../src/shared'

const hash = '0'.repeat(64)
const entries = (...paths: readonly string[]): readonly TreeEntry[] =>
  [...paths].sort().map((path) => ({ path, hash, mode: 'file', size: 1 }))
const change = (path: string, kind: FileChange['change'] = 'modified'): FileChange => ({
  change: kind,
  path,
  oldPath: null,
  before: null,
  after: kind === 'deleted' ? null : { hash, mode: 'file', size: 1 },
  additions: 1,
  deletions: 2,
  binary: false,
})
const everything = () => true
const short = (rows: readonly TreeRow[]) => rows.map(({ depth, label }) => `${'  '.repeat(depth)}${label}`)

describe('treeRows', () => {
  it('has folders first, names in the order people expect, and chains of folders in one row', () => {
    const model = treeModel(
      entries(
        'b.ts',
        'a10.ts',
        'a9.ts',
        'src/main/java/x.ts',
        'src/main/java/y.ts',
        'src-old/z.ts',
        'src.ts',
      ),
      [],
    )
    expect(short(treeRows(model, everything))).toEqual([
      'src/main/java',
      '  x.ts',
      '  y.ts',
      'src-old',
      '  z.ts',
      'a9.ts',
      'a10.ts',
      'b.ts',
      'src.ts',
    ])
  })

  it('shows what is deleted, and counts changes beneath a closed folder', () => {
    const model = treeModel(entries('a/b/c.ts', 'a/d.ts'), [
      change('a/gone.ts', 'deleted'),
      change('a/b/c.ts'),
    ])
    expect(treeRows(model, () => false)).toEqual([
      { type: 'folder', path: 'a', label: 'a', depth: 0, isOpen: false, changed: 2 },
    ])
    expect(short(treeRows(model, everything))).toEqual(['a', '  b', '    c.ts', '  d.ts', '  gone.ts'])
  })

  it('has every file exactly once when all is open', () => {
    const name = fc.constantFrom('a', 'b', 'a-b', 'a.b', 'Z', '日')
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const files = fc.uniqueArray(path, { maxLength: 20 }).map((paths) =>
      // No path is a file and a folder at once.
      paths.filter((each) => !paths.some((other) => other.startsWith(`${each}/`))),
    )
    fc.assert(
      fc.property(files, (paths) => {
        const rows = treeRows(treeModel(entries(...paths), []), everything)
        expect(rows.flatMap((row) => (row.type === 'file' ? [row.path] : [])).sort()).toEqual(
          [...paths].sort(),
        )
      }),
    )
  })

  it('finds files by all words of a filter, and changed ones', () => {
    const model = treeModel(entries('src/range.ts', 'src/util.ts', 'test/range.test.ts'), [
      change('src/util.ts'),
    ])
    expect(filteredRows(model, 'RANGE test', false, 10).map(({ path }) => path)).toEqual([
      'test/range.test.ts',
    ])
    expect(filteredRows(model, '', true, 10).map(({ path }) => path)).toEqual(['src/util.ts'])
    expect(filteredRows(model, 'src', false, 1)).toHaveLength(1)
  })
})

describe('treeAction', () => {
  const rows = treeRows(treeModel(entries('a/x.ts', 'a/y.ts', 'b.ts'), []), everything)
  const closed = treeRows(treeModel(entries('a/x.ts', 'b.ts'), []), () => false)
  it.each([
    ['ArrowDown', 0, { type: 'move', to: 1 }],
    ['ArrowDown', 3, { type: 'move', to: 3 }],
    ['ArrowUp', 0, { type: 'move', to: 0 }],
    ['ArrowRight', 0, { type: 'move', to: 1 }],
    ['ArrowRight', 1, null],
    ['ArrowLeft', 2, { type: 'move', to: 0 }],
    ['ArrowLeft', 0, { type: 'toggle', folder: 'a' }],
    ['ArrowLeft', 3, null],
    ['Home', 3, { type: 'move', to: 0 }],
    ['End', 0, { type: 'move', to: 3 }],
    ['PageDown', 0, { type: 'move', to: 3 }],
    ['Enter', 1, { type: 'select', path: 'a/x.ts' }],
    [' ', 0, { type: 'toggle', folder: 'a' }],
    ['x', 0, null],
  ])('%s on row %i', (key, index, action) => {
    expect(treeAction(key, rows, index)).toEqual(action)
  })
  it('opens a closed folder to the right, and goes nowhere in nothing', () => {
    expect(treeAction('ArrowRight', closed, 0)).toEqual({ type: 'toggle', folder: 'a' })
    expect(treeAction('ArrowDown', [], 0)).toBeNull()
  })
})

describe('typedRow', () => {
  const rows = treeRows(treeModel(entries('alpha.ts', 'beta.ts', 'bravo.ts'), []), everything)
  it('goes to the next name for one letter, and narrows down for more', () => {
    expect(typedRow('b', rows, 0)).toBe(1)
    expect(typedRow('b', rows, 1)).toBe(2)
    expect(typedRow('b', rows, 2)).toBe(1)
    expect(typedRow('br', rows, 1)).toBe(2)
    expect(typedRow('z', rows, 1)).toBeNull()
  })
})
