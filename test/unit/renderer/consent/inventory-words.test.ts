import { describe, expect, it } from 'vitest'
import { leftOutWords } from '../../../../src/renderer/consent/left-out-words'
import { sheetRows } from '../../../../src/renderer/consent/sheet-rows'
import type { ExclusionReason, Inventory } from '../../../../src/shared'

const left = (path: string, reason: ExclusionReason) => ({ path, reason, size: null })

describe('leftOutWords', () => {
  it('names up to two secrets and counts the rest by reason', () =>
    expect(
      leftOutWords([
        left('.env', 'secret'),
        left('config/deploy.pem', 'secret'),
        left('a', 'symlink_outside'),
        left('b', 'submodule'),
        left('c', 'too_large'),
        left('d', 'too_large'),
      ]),
    ).toBe('.env, deploy.pem, 1 link, 1 submodule, 2 too large'))
  it('counts more than two secrets', () =>
    expect(leftOutWords([left('a', 'secret'), left('b', 'secret'), left('c', 'secret')])).toBe('3 secrets'))
  it('says nothing where nothing is left out', () => expect(leftOutWords([])).toBe(''))
})

describe('sheetRows', () => {
  const inventory: Inventory = {
    files: [
      { path: 'src/Range.ts', size: 10, mode: 'file' },
      { path: 'run.sh', size: 20, mode: 'executable' },
    ],
    excluded: [left('.env', 'secret'), left('vendor/lib', 'submodule')],
    bytes: 30,
  }
  it('marks what is worth a word', () =>
    expect(sheetRows(inventory, 'files', '').map(({ note }) => note)).toEqual([null, 'executable']))
  it('filters by path, whatever its case', () =>
    expect(sheetRows(inventory, 'files', ' range ').map(({ path }) => path)).toEqual(['src/Range.ts']))
  it('filters what is left out by reason, too', () =>
    expect(sheetRows(inventory, 'excluded', 'looks like a secret').map(({ path }) => path)).toEqual(['.env']))
  it('finds none', () => expect(sheetRows(inventory, 'files', 'no such path')).toEqual([]))
})
