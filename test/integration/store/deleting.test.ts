import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Store, storePaths } from '../../../src/main/store'
import { writeContent } from '../../../src/main/store/content'
import { encodeTree } from '../../../src/main/workspace'
import type { EventBody, SessionId } from '../../../src/shared'
import { started } from '../../support/builders'
import { addSession, message, newSessionId, openTestStore, rawDatabase, type TestStore } from './helpers'

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const finish: EventBody = { type: 'session.finished', status: 'succeeded', error: null, summary: null }

/** Writes texts into a pack of their own and registers them. */
function addContent(store: TestStore, texts: readonly (string | Buffer)[]): void {
  const written = writeContent(
    storePaths(store.folder).packs,
    texts.map((text) => Buffer.from(text)),
  )
  if (!written.ok) throw new Error(written.error.message)
  store.write.addContent(written.value)
}

function mirrorOf(texts: readonly string[]): { readonly manifest: Buffer; readonly created: EventBody } {
  const manifest = encodeTree(
    texts.map((text, i) => ({ path: `file-${i}`, hash: hashOf(text), mode: 'file', size: text.length })),
  )
  return {
    manifest,
    created: { type: 'mirror.created', files: texts.length, bytes: 1, tree: hashOf(manifest), durationMs: 1 },
  }
}

const changed = (before: string, after: string): EventBody => {
  const state = (text: string) => ({ hash: hashOf(text), mode: 'file', size: text.length }) as const
  return {
    type: 'file.changed',
    frame: 1,
    change: 'modified',
    path: 'a.txt',
    oldPath: null,
    before: state(before),
    after: state(after),
    additions: 1,
    deletions: 1,
    binary: false,
  }
}

/** A session over a mirror of `start`, in which `start[0]` became `end`; its content in a pack of its own. */
function addRun(
  store: TestStore,
  start: readonly string[],
  end: string,
  last: readonly EventBody[] = [finish],
): SessionId {
  const { manifest, created } = mirrorOf(start)
  addContent(store, [...start, manifest, end])
  return addSession(store, [created, changed(start[0] ?? '', end), ...last])
}

const packFiles = (store: TestStore): readonly string[] => {
  const { packs } = storePaths(store.folder)
  return existsSync(packs) ? readdirSync(packs) : []
}
/** A pack that the database knows nothing of; its file's name. */
const writeUnknownPack = (store: TestStore): string => {
  const { packs } = storePaths(store.folder)
  mkdirSync(packs, { recursive: true })
  const name = `${randomUUID()}.pack`
  writeFileSync(join(packs, name), 'written by a run')
  return name
}
const known = (store: Store, ...texts: string[]): readonly string[] => {
  const found = store.read.knownContent(texts.map(hashOf))
  return texts.filter((text) => found.has(hashOf(text)))
}
const rowsLeft = (store: TestStore): unknown => {
  const db = rawDatabase(store.folder)
  const counts = ['sessions', 'events', 'frames', 'file_changes', 'session_folds', 'content', 'packs'].map(
    (table) => [table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()],
  )
  db.close()
  return Object.fromEntries(counts)
}

describe('deleting a session', () => {
  it('takes it off every list at once, and everything of it away in the background', async () => {
    const store = openTestStore()
    const many = Array.from({ length: 2000 }, (_, i) => message(String(i)))
    const id = addRun(store, ['one', 'two'], 'one changed', [
      { type: 'frame.started', frame: 1, turn: 1 },
      ...many,
      finish,
    ])
    store.write.deleteSession(id)
    expect(store.read.session(id)).toBeNull()
    expect(store.read.sessions({ projectId: null, before: null, limit: 9 })).toEqual({
      sessions: [],
      unreadable: [],
      total: 0,
    })
    expect(store.read.eventsAfter(id, 0, 10, 1e6)).toEqual([])
    expect(store.read.frames(id)).toEqual([])
    await store.settled()
    expect(rowsLeft(store)).toEqual({
      sessions: 0,
      events: 0,
      frames: 0,
      file_changes: 0,
      session_folds: 0,
      content: 0,
      packs: 0,
    })
    expect(packFiles(store)).toEqual([])
  })

  it('keeps what another session still refers to, by manifest or by change', async () => {
    const store = openTestStore()
    const gone = addRun(store, ['shared', 'only here', 'changed elsewhere'], 'result')
    const kept = addRun(store, ['shared', 'other'], 'changed elsewhere')
    store.write.deleteSession(gone)
    await store.settled()
    expect(known(store, 'shared', 'only here', 'changed elsewhere', 'result', 'other')).toEqual([
      'shared',
      'changed elsewhere',
      'other',
    ])
    expect(await store.content(hashOf('shared'))).toMatchObject({ ok: true, value: Buffer.from('shared') })
    expect(await store.content(hashOf('changed elsewhere'))).toMatchObject({ ok: true })
    expect(await store.content(hashOf('only here'))).toMatchObject({
      ok: false,
      error: { code: 'replay.content_missing' },
    })
    expect(store.read.verify(kept).brokenSeq).toBeNull()
    expect(packFiles(store)).toHaveLength(2)
    store.write.deleteSession(kept)
    await store.settled()
    expect(packFiles(store)).toEqual([])
  })

  it('waits with content while a run is going on, whose events do not yet name what it relies on', async () => {
    const store = openTestStore()
    const gone = addRun(store, ['shared'], 'result')
    const running = newSessionId()
    store.write.createSession(running, 2000, started())
    store.write.deleteSession(gone)
    await store.settled()
    expect(known(store, 'shared', 'result')).toEqual(['shared', 'result'])
    const { manifest, created } = mirrorOf(['shared'])
    addContent(store, [manifest])
    store.write.append(running, [
      { at: 2001, body: created },
      { at: 2002, body: finish },
    ])
    await store.settled()
    expect(known(store, 'shared', 'result')).toEqual(['shared'])
  })

  it('does not take content away from a run that begins and ends while references are gathered', async () => {
    const store = openTestStore()
    const big = Array.from({ length: 3000 }, (_, i) => `big ${i}`)
    addRun(store, big, 'kept')
    for (let turns = 0; turns < 30; turns += 1) {
      const reused = `reused ${turns}`
      store.write.deleteSession(addRun(store, [reused], `result ${turns}`))
      // When the clean-up looks again, no run is going on any more.
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      const again = addRun(store, [reused], 'again')
      await store.settled()
      expect([turns, known(store, reused)]).toEqual([turns, [reused]])
      expect(await store.content(hashOf(reused))).toMatchObject({ ok: true })
      store.write.deleteSession(again)
      await store.settled()
    }
  })

  it('keeps all content that a manifest may list when it can’t be read', async () => {
    const told: string[] = []
    const store = openTestStore(undefined, { log: (_level, text) => told.push(text) })
    const gone = addRun(store, ['shared', 'only here'], 'result')
    addSession(store, [
      { type: 'mirror.created', files: 1, bytes: 1, tree: hashOf('lost manifest'), durationMs: 1 },
      finish,
    ])
    store.write.deleteSession(gone)
    await store.settled()
    expect(known(store, 'shared', 'only here', 'result')).toHaveLength(3)
    expect(told).toContain('a manifest can’t be read; content it may list is kept')
    expect(rowsLeft(store)).toMatchObject({ sessions: 1, events: 3 })
  })

  it('goes on at the next start where a crash or a close cut it off', async () => {
    const store = openTestStore()
    const id = addRun(store, ['one'], 'two')
    store.write.deleteSession(id)
    const again = store.reopen()
    await again.settled()
    expect(rowsLeft(again)).toMatchObject({ sessions: 0, events: 0, content: 0, packs: 0 })
    expect(packFiles(again)).toEqual([])
  })

  it('removes packs that a crashed run left before it registered them, and nothing else in the folder', async () => {
    const store = openTestStore()
    addRun(store, ['kept'], 'too')
    const running = addSession(store)
    const orphan = writeUnknownPack(store)
    writeFileSync(join(storePaths(store.folder).packs, 'notes.txt'), 'not ours')
    const before = packFiles(store)
    const again = store.reopen()
    await again.settled()
    expect(packFiles(again)).toEqual(before)
    again.write.append(running, [{ at: 1, body: finish }])
    await again.settled()
    expect(packFiles(again).toSorted()).toEqual(before.filter((name) => name !== orphan).toSorted())
  })

  it('leaves packs alone that belong to a database that was there before (I10)', async () => {
    const store = openTestStore()
    const other = writeUnknownPack(store)
    addRun(store, ['kept'], 'too')
    const again = store.reopen()
    again.write.deleteSession(addRun(again, ['gone'], 'as well'))
    await again.settled()
    expect(packFiles(again)).toContain(other)
  })

  it('that is not there changes nothing', async () => {
    const store = openTestStore()
    const id = addSession(store)
    store.write.deleteSession(newSessionId())
    await store.settled()
    expect(store.read.session(id)).not.toBeNull()
  })
})

describe('content', () => {
  it('keeps the place it was given first, and is found by hash', () => {
    const store = openTestStore()
    const pack = randomUUID()
    const entry = { hash: hashOf('a'), pack, offset: 3, size: 1 }
    store.write.addContent([entry, { ...entry, offset: 9 }])
    store.write.addContent([{ ...entry, pack: randomUUID() }])
    expect(store.read.contentEntry(entry.hash)).toEqual(entry)
    expect(store.read.contentEntry(hashOf('b'))).toBeNull()
    expect([...store.read.knownContent([hashOf('b'), entry.hash])]).toEqual([entry.hash])
    expect(store.read.knownContent([]).size).toBe(0)
  })
})
