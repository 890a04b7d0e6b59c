import { describe, expect, it } from 'vitest'
import { changeGroups } from '../../../../../src/renderer/features/run/change-groups'
import { autoRunOf } from '../../../../../src/renderer/lib/auto-run'
import type { ChangedFile } from '../../../../../src/shared'

const file = (path: string, change: ChangedFile['change'] = 'modified'): ChangedFile => ({
  path,
  change,
  additions: 1,
  deletions: 0,
  row: 1,
})

describe('changed files', () => {
  it('that would run by themselves stand first, with why', () => {
    const { flagged, others } = changeGroups([
      file('src/a.ts'),
      file('.vscode/tasks.json', 'created'),
      file('README.md'),
      file('.envrc', 'renamed'),
    ])
    expect(flagged.map((each) => each.file.path)).toEqual(['.vscode/tasks.json', '.envrc'])
    expect(flagged.every(({ place }) => place.why.endsWith('.'))).toBe(true)
    expect(others.map(({ path }) => path)).toEqual(['src/a.ts', 'README.md'])
  })

  it('that are gone run no more', () => {
    expect(autoRunOf(file('.envrc', 'deleted'))).toBeNull()
    expect(changeGroups([file('.envrc', 'deleted')]).flagged).toEqual([])
  })
})
