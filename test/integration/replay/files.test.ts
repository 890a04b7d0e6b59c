import { describe, expect, it } from 'vitest'
import { codeOf, unwrap } from '../../support/workspace'
import { addSession, newSessionId, openTestStore } from '../store/helpers'
import { type Contents, change, frame, put, record, replayOn } from './recorded'

function setUp() {
  const store = openTestStore()
  const contents: Contents = new Map()
  const a1 = put(contents, 'one\ntwo\n')
  const a2 = put(contents, 'one\n2\n')
  const a3 = put(contents, 'one\n2\n3\n')
  const b = put(contents, 'bee\n')
  const run = put(contents, '#!/bin/sh\n', 'executable')
  const id = record(store, contents, { 'a.ts': a1, 'b.ts': b }, [
    ...frame(1, change(1, 'a.ts', a1, a2), change(1, 'run.sh', null, run)),
    ...frame(2, change(2, 'moved/b.ts', b, b, 'b.ts')),
    ...frame(3, change(3, 'a.ts', a2, a3), change(3, 'run.sh', run, null)),
  ])
  return { store, contents, replay: replayOn(store, contents), id, a1, a2, a3, b, run }
}

describe('the files as of a frame', () => {
  it('are those of the start, and each frame on top', async () => {
    const { replay, id, a1, a2, a3, b, run } = setUp()
    const at = async (number: number) =>
      Object.fromEntries(
        unwrap(await replay.tree(id, number)).entries.map(({ path, hash, mode, size }) => [
          path,
          { hash, mode, size },
        ]),
      )
    expect(await at(0)).toEqual({ 'a.ts': a1, 'b.ts': b })
    expect(await at(1)).toEqual({ 'a.ts': a2, 'b.ts': b, 'run.sh': run })
    expect(await at(2)).toEqual({ 'a.ts': a2, 'moved/b.ts': b, 'run.sh': run })
    expect(await at(3)).toEqual({ 'a.ts': a3, 'moved/b.ts': b })
  })

  it('come with what the frame changed, and what all frames up to it come to', async () => {
    const { replay, id, a1, a3, b } = setUp()
    const third = unwrap(await replay.tree(id, 3))
    expect(third.frameChanges.map(({ change: kind, path }) => [kind, path])).toEqual([
      ['modified', 'a.ts'],
      ['deleted', 'run.sh'],
    ])
    expect(third.changesSinceStart).toEqual([
      expect.objectContaining({
        change: 'modified',
        path: 'a.ts',
        before: a1,
        after: a3,
        additions: 2,
        deletions: 1,
      }),
      expect.objectContaining({
        change: 'renamed',
        path: 'moved/b.ts',
        oldPath: 'b.ts',
        before: b,
        after: b,
      }),
    ])
    const start = unwrap(await replay.tree(id, 0))
    expect([start.frameChanges, start.changesSinceStart]).toEqual([[], []])
  })

  it('are none for a session that never had a copy', async () => {
    const { store, replay } = setUp()
    expect(unwrap(await replay.tree(addSession(store), 0)).entries).toEqual([])
  })

  it('fail by name: no such session, no such frame, a lost manifest', async () => {
    const { store, contents, replay, id } = setUp()
    expect(codeOf(await replay.tree(newSessionId(), 0))).toBe('store.not_found')
    expect(codeOf(await replay.tree(id, 4))).toBe('replay.frame_not_found')
    contents.delete(store.read.session(id)?.baseTree ?? '')
    expect(codeOf(await replayOn(store, contents).tree(id, 1))).toBe('replay.content_missing')
  })
})

describe('content for a view', () => {
  it.each([
    ['text', 'grüße\n', { type: 'text', text: 'grüße\n', size: 8, mode: 'file' }],
    ['text with a byte order mark', '\ufeffa', { type: 'text', text: '\ufeffa', size: 4, mode: 'file' }],
    ['bytes with a NUL', 'a\u0000b', { type: 'binary', size: 3, mode: 'file' }],
    ['bytes that are no UTF-8', Buffer.from([0xc3, 0x28]), { type: 'binary', size: 2, mode: 'file' }],
    [
      'a large file',
      'x'.repeat(2 * 1024 * 1024 + 1),
      { type: 'too_large', size: 2 * 1024 * 1024 + 1, mode: 'file' },
    ],
    ['a file of just the largest size', 'x'.repeat(2 * 1024 * 1024), { type: 'text', size: 2 * 1024 * 1024 }],
    ['an empty file', '', { type: 'text', text: '', size: 0, mode: 'file' }],
  ])('is %s', async (_name, content, expected) => {
    const store = openTestStore()
    const contents: Contents = new Map()
    const state = put(contents, content)
    const id = record(store, contents, { f: state }, [])
    expect(unwrap(await replayOn(store, contents).content(id, state.hash, 'file'))).toMatchObject(expected)
  })

  it('is lost, with the reason, where a pack lost it', async () => {
    const { store, contents, id, a2 } = setUp()
    contents.delete(a2.hash)
    expect(unwrap(await replayOn(store, contents).content(id, a2.hash, 'file'))).toEqual({
      type: 'lost',
      reason: 'The content is gone.',
    })
  })

  it('is given only of what the session refers to', async () => {
    const { store, contents, replay, id, a1, a2 } = setUp()
    expect(unwrap(await replay.content(id, a1.hash, 'file')).type).toBe('text')
    expect(unwrap(await replay.content(id, a2.hash, 'file')).type).toBe('text')
    const foreign = put(contents, 'of another session')
    record(store, contents, { f: foreign }, [])
    expect(codeOf(await replay.content(id, foreign.hash, 'file'))).toBe('replay.content_missing')
    expect(codeOf(await replay.content(id, store.read.session(id)?.baseTree ?? '', 'file'))).toBe(
      'replay.content_missing',
    )
  })

  it('is given of a running session as soon as it is recorded', async () => {
    const { store, contents, replay, id } = setUp()
    const late = put(contents, 'late\n')
    expect(codeOf(await replay.content(id, late.hash, 'file'))).toBe('replay.content_missing')
    store.write.append(
      id,
      frame(4, change(4, 'late.ts', null, late)).map((body) => ({ at: 9000, body })),
    )
    expect(unwrap(await replay.content(id, late.hash, 'file')).type).toBe('text')
  })
})
