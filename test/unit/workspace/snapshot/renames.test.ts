import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../src/main/store/content'
import { type PathChange, pairRenames } from '../../../../src/main/workspace/snapshot/renames'
import type { FileState } from '../../../../src/shared'

function world() {
  const contents = new Map<string, Buffer>()
  const state = (text: string | Buffer, mode: FileState['mode'] = 'file'): FileState => {
    const bytes = Buffer.from(text)
    contents.set(sha256(bytes), bytes)
    return { hash: sha256(bytes), mode, size: bytes.length }
  }
  const gone = (path: string, text: string | Buffer, mode?: FileState['mode']): PathChange => ({
    path,
    before: state(text, mode),
    after: null,
  })
  const made = (path: string, text: string | Buffer, mode?: FileState['mode']): PathChange => ({
    path,
    before: null,
    after: state(text, mode),
  })
  return { gone, made, read: (hash: string) => contents.get(hash) ?? null }
}

const body = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('')

describe('pairing renames', () => {
  it('pairs equal content, the same name first', () => {
    const { gone, made, read } = world()
    const changes = [gone('a/x', 'same'), gone('b/y', 'same'), made('c/y', 'same'), made('c/z', 'same')]
    expect(pairRenames(changes, read)).toEqual([
      { from: 'b/y', to: 'c/y' },
      { from: 'a/x', to: 'c/z' },
    ])
  })

  it('pairs text of which at least half is left, the most similar first', () => {
    const { gone, made, read } = world()
    const changes = [
      gone('old', body),
      made('half', body.slice(0, body.length * 0.6)),
      made('nearly', `${body}one more\n`),
    ]
    expect(pairRenames(changes, read)).toEqual([{ from: 'old', to: 'nearly' }])
    expect(pairRenames([gone('old', body), made('other', `${'new\n'.repeat(40)}line 1\n`)], read)).toEqual([])
  })

  it('leaves empty files, binary edits and links beside files alone', () => {
    const { gone, made, read } = world()
    expect(pairRenames([gone('a', ''), made('b', '')], read)).toEqual([])
    expect(pairRenames([gone('a', `\0${body}`), made('b', `\0${body}more\n`)], read)).toEqual([])
    expect(pairRenames([gone('a', 'target', 'symlink'), made('b', 'target')], read)).toEqual([])
    expect(pairRenames([gone('a', 'target', 'symlink'), made('b', 'target', 'symlink')], read)).toEqual([
      { from: 'a', to: 'b' },
    ])
    expect(pairRenames([gone('a', 'run', 'executable'), made('b', 'run')], read)).toEqual([
      { from: 'a', to: 'b' },
    ])
  })

  it('pairs no path twice and does not mind lost content', () => {
    const { gone, made, read } = world()
    const text = fc.constantFrom('a\n', 'a\nb\n', 'a\nb\nc\n', '', 'x')
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { maxLength: 8 }),
        fc.boolean(),
        (a, b, lost) => {
          const changes = [
            ...a.map((content, at) => gone(`old${at}`, content)),
            ...b.map((content, at) => made(`new${at}`, content)),
          ]
          const renames = pairRenames(changes, lost ? () => null : read)
          expect(new Set(renames.map(({ from }) => from)).size).toBe(renames.length)
          expect(new Set(renames.map(({ to }) => to)).size).toBe(renames.length)
        },
      ),
    )
  })
})
