import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openStore, storePaths } from '../../../src/main/store'
import { addSession, message, openTestStore, rawDatabase, temporaryFolder } from './helpers'

const open = (folder: string) => openStore({ folder, nativeBinding: null, now: () => 1 })

/** A store's folder with one session in it, closed. */
function usedFolder(): string {
  const store = openTestStore()
  addSession(store, [message('kept')])
  store.close()
  return store.folder
}

/** Opening is refused with this code, and leaves the file as it was (I10). */
function expectRefused(folder: string, code: string): string {
  const { database } = storePaths(folder)
  const before = readFileSync(database)
  const opened = open(folder)
  if (opened.ok) {
    opened.value.close()
    throw new Error('it was opened')
  }
  expect(opened.error.code).toBe(code)
  expect(readFileSync(database)).toEqual(before)
  return opened.error.message
}

describe('opening the store', () => {
  it('makes the folder and the file for their owner alone', () => {
    const folder = `${temporaryFolder()}/new`
    openTestStore(folder)
    const { database } = storePaths(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const file of [database, `${database}-wal`, `${database}-shm`])
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
  })

  it('logs ahead, and opens again with everything', () => {
    const store = openTestStore()
    const id = addSession(store, [message('hello')])
    const view = store.read.session(id)
    expect(rawDatabase(store.folder).pragma('journal_mode', { simple: true })).toBe('wal')
    const again = store.reopen()
    expect(again.read.session(id)).toEqual(view)
    expect(again.read.verify(id)).toEqual({ events: 2, brokenSeq: null })
  })

  it('gives a reader that can’t write', () => {
    const store = openTestStore()
    const id = addSession(store)
    // Whatever the reading handle is asked goes to a connection that SQLite itself opened for reading only.
    const db = new Sqlite(storePaths(store.folder).database, { readonly: true })
    expect(() => db.prepare('DELETE FROM sessions').run()).toThrow(/readonly/)
    db.close()
    expect(store.read.session(id)).not.toBeNull()
  })

  it('refuses a file that a newer Glovebox wrote, naming both formats', () => {
    const folder = usedFolder()
    const db = rawDatabase(folder)
    db.pragma('user_version = 999')
    db.close()
    expect(expectRefused(folder, 'store.newer')).toMatch(
      /format 999; this one knows formats up to 3\b.*newer Glovebox/,
    )
  })

  it('refuses what is not a database', () => {
    const folder = usedFolder()
    writeFileSync(storePaths(folder).database, 'Dear diary, '.repeat(1000))
    expect(expectRefused(folder, 'store.corrupt')).toContain('left as it is')
  })

  it('refuses the database of another program', () => {
    const folder = temporaryFolder()
    const db = rawDatabase(folder)
    db.exec('CREATE TABLE diary (entry TEXT)')
    db.close()
    expect(expectRefused(folder, 'store.corrupt')).toContain('another program')
  })

  it('refuses a file with damaged pages', () => {
    const folder = usedFolder()
    const { database } = storePaths(folder)
    const bytes = readFileSync(database)
    bytes.fill(0xab, 4096)
    writeFileSync(database, bytes)
    expectRefused(folder, 'store.corrupt')
  })

  it('refuses a file that was cut short', () => {
    const folder = usedFolder()
    const { database } = storePaths(folder)
    writeFileSync(database, readFileSync(database).subarray(0, 3 * 4096))
    expectRefused(folder, 'store.corrupt')
  })

  it('keeps the journal of a file that is lost', () => {
    const store = openTestStore()
    const { database } = storePaths(store.folder)
    addSession(store)
    copyFileSync(`${database}-wal`, `${database}-saved`)
    store.close()
    for (const empty of [false, true]) {
      rmSync(database, { force: true })
      if (empty) writeFileSync(database, '')
      copyFileSync(`${database}-saved`, `${database}-wal`)
      const opened = open(store.folder)
      expect(opened).toMatchObject({ ok: false, error: { code: 'store.corrupt' } })
      expect(readFileSync(`${database}-wal`)).toEqual(readFileSync(`${database}-saved`))
    }
  })

  it.each([
    ['a folder in the file’s place', (file: string) => mkdirSync(file, { recursive: true })],
    [
      'a link in the file’s place',
      (file: string) => {
        mkdirSync(dirname(file))
        symlinkSync('/dev/null', file)
      },
    ],
    ['a file in the folder’s place', (file: string) => writeFileSync(dirname(file), '')],
  ])('says that it can’t with %s', (_name, make) => {
    const folder = `${temporaryFolder()}/store`
    make(storePaths(folder).database)
    const opened = open(folder)
    expect(opened).toMatchObject({ ok: false, error: { code: 'store.unavailable' } })
  })

  it('says so when another program holds the file', () => {
    const folder = usedFolder()
    const db = rawDatabase(folder)
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN IMMEDIATE; UPDATE sessions SET status = status')
    expect(open(folder)).toMatchObject({ ok: false, error: { code: 'store.unavailable' } })
    db.exec('ROLLBACK')
  })

  it('leaves no journal behind when it is closed', () => {
    const { database } = storePaths(usedFolder())
    expect([`${database}-wal`, `${database}-shm`].filter(existsSync)).toEqual([])
  })
})
