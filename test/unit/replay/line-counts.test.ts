import { describe, expect, it } from 'vitest'
import { createLineCounts } from '../../../src/main/replay/line-counts'
import { type FileState, failure, ok } from '../../../src/shared'

const texts: Readonly<Record<string, string>> = {
  a: 'one\ntwo\nthree\n',
  b: 'one\n2\nthree\nfour\n',
  c: '\u0000',
  hard: Array.from({ length: 9000 }, (_, index) => index % 10).join('\n'),
  harder: Array.from({ length: 9000 }, (_, index) => (index * 7) % 11).join('\n'),
}
let reads = 0
const countLines = () =>
  createLineCounts(async (hash) => {
    reads += 1
    const text = texts[hash]
    return text === undefined ? failure('replay.content_missing', 'gone') : ok(Buffer.from(text))
  })
const state = (hash: string, patch: Partial<FileState> = {}): FileState => ({
  hash,
  mode: 'file',
  size: 10,
  ...patch,
})

describe('createLineCounts', () => {
  it('counts lines added and deleted', async () => {
    expect(await countLines()(state('a'), state('b'))).toEqual({ additions: 2, deletions: 1 })
    expect(await countLines()(null, state('a'))).toEqual({ additions: 3, deletions: 0 })
    expect(await countLines()(state('a'), null)).toEqual({ additions: 0, deletions: 3 })
  })

  it('counts nothing where lines do not apply', async () => {
    const count = countLines()
    expect(await count(state('a'), state('c'))).toBeNull()
    expect(await count(state('a'), state('lost'))).toBeNull()
    expect(await count(state('a'), state('b', { mode: 'symlink' }))).toBeNull()
    expect(await count(state('a'), state('b', { size: 10_000_000 }))).toBeNull()
  })

  it('gives up where counting would hold up the main loop', async () => {
    expect(await countLines()(state('hard'), state('harder'))).toBeNull()
  })

  it('reads a pair once', async () => {
    const count = countLines()
    await count(state('a'), state('b'))
    const before = reads
    await count(state('a'), state('b'))
    expect(reads).toBe(before)
  })
})
