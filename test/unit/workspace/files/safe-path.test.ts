import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDotGit, isUnsafePath } from '../../../../src/main/workspace/files/safe-path'

const everywhere = [
  '',
  '/etc/passwd',
  '../out',
  'a/../b',
  'a/..',
  'a/./b',
  'a//b',
  'a/',
  'a\0b',
  '.git/config',
  'sub/.git',
  '.GIT/hooks/pre-commit',
  '.Git',
  'git~1/config',
  'GIT~1',
  '.git ',
  '.git.',
  '.git . .',
  '.git::$INDEX_ALLOCATION/config',
  '.g\u200cit/config',
  '\ufeff.git',
  '.gi\u200dT',
]
const nowhere = [
  'a',
  'a b/c d',
  '-rf',
  '.gitignore',
  '.gitmodules',
  '.github/workflows/ci.yml',
  'git',
  'git~2',
  'a.git',
  '..a',
  'é/ü',
  '\u202egnp.exe',
]
const onWindows = [
  'b/c\nd',
  '...',
  'a\\b',
  'C:',
  'a:b',
  'con',
  'NUL.txt',
  'aux.c',
  'COM1',
  'lpt9.log',
  'a ',
  'a.',
  'a?b',
  'a\tb',
]

describe('a path of the index', () => {
  it.each(everywhere)('%j is unsafe everywhere', (path) => {
    expect(isUnsafePath(path, 'linux')).toBe(true)
    expect(isUnsafePath(path, 'win32')).toBe(true)
  })
  it.each(nowhere)('%j is safe', (path) => {
    expect(isUnsafePath(path, 'linux')).toBe(false)
    expect(isUnsafePath(path, 'win32')).toBe(false)
  })
  it.each(onWindows)('%j is unsafe on Windows alone', (path) => {
    expect(isUnsafePath(path, 'linux')).toBe(false)
    expect(isUnsafePath(path, 'win32')).toBe(true)
  })

  it('stays below the folder it is put into when it is called safe', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '.git', 'a', 'b c', '.GIT'),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = parts.join('/')
        if (isUnsafePath(path, 'linux')) return
        const full = posix.resolve('/top', path)
        expect(full).toBe(`/top/${path}`)
        expect(full.toLowerCase().split('/')).not.toContain('.git')
      }),
    )
  })

  it('knows .git however its case and what HFS+ ignores are mixed in', () => {
    const ignored = fc.array(fc.constantFrom('\u200c', '\u200d', '\u202a', '\ufeff'), { maxLength: 2 })
    fc.assert(
      fc.property(fc.tuple(ignored, ignored, ignored, ignored, ignored), fc.boolean(), (gaps, upper) => {
        const name = [...'.git'].map((letter, at) => (gaps[at] ?? []).join('') + letter).join('')
        expect(isDotGit(upper ? name.toUpperCase() : name)).toBe(true)
      }),
    )
  })
})
