import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Migration } from '../../../src/main/store/database/migrate'
import { type OpenDatabase, openDatabase } from '../../../src/main/store/database/open-database'
import { noLog } from '../../../src/main/store/log'
import { migrations } from '../../../src/main/store/migrations'
import type { Result } from '../../../src/shared'
import { temporaryFolder } from './helpers'

const first: Migration = { version: 1, name: 'first', sql: 'CREATE TABLE notes (text TEXT) STRICT' }
const second: Migration = { version: 2, name: 'second', sql: 'ALTER TABLE notes ADD COLUMN at INTEGER' }
const third: Migration = { version: 3, name: 'third', sql: 'CREATE TABLE more (n); CREATE TABLE more (n)' }

function openWith(file: string, list: readonly Migration[]): Result<OpenDatabase> {
  const opened = openDatabase(file, { nativeBinding: null, log: noLog, migrations: list })
  onTestFinished(() => {
    if (!opened.ok) return
    opened.value.reading.close()
    opened.value.writing.close()
  })
  return opened
}

function withFirst(): string {
  const file = join(temporaryFolder(), 'test.db')
  const opened = openWith(file, [first])
  if (!opened.ok) throw new Error(opened.error.message)
  opened.value.writing.exec("INSERT INTO notes VALUES ('before')")
  opened.value.reading.close()
  opened.value.writing.close()
  return file
}

function look(file: string): {
  readonly version: unknown
  readonly notes: unknown[]
  readonly tables: unknown[]
} {
  const db = new Sqlite(file, { readonly: true })
  const found = {
    version: db.pragma('user_version', { simple: true }),
    notes: db.prepare('SELECT * FROM notes').all(),
    tables: db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  }
  db.close()
  return found
}

describe('changing the format', () => {
  it('copies a file that has data before the first change, and not again when nothing changes', () => {
    const file = withFirst()
    expect(openWith(file, [first, second]).ok).toBe(true)
    expect(look(file)).toMatchObject({ version: 2, notes: [{ text: 'before', at: null }] })
    const copy = `${file}.before-2`
    expect(look(copy)).toMatchObject({ version: 1, notes: [{ text: 'before' }] })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect(openWith(file, [first, second]).ok).toBe(true)
    expect([`${file}.before-1`, `${file}.before-3`, `${copy}.partial`].filter(existsSync)).toEqual([])
  })

  it('makes no copy of a file that is new', () => {
    const file = join(temporaryFolder(), 'test.db')
    expect(openWith(file, [first, second]).ok).toBe(true)
    expect(existsSync(`${file}.before-1`)).toBe(false)
  })

  it('undoes a change that fails in the middle, keeping those before it', () => {
    const file = withFirst()
    expect(openWith(file, [first, second, third])).toMatchObject({
      ok: false,
      error: { code: 'internal.bug' },
    })
    expect(look(file)).toEqual({ version: 2, notes: [{ text: 'before', at: null }], tables: ['notes'] })
    expect(look(`${file}.before-2`)).toMatchObject({ version: 1 })
  })

  it('says that the disk is full when it is, and leaves the format as it was', () => {
    const file = withFirst()
    // SQLite treats a file at its greatest permitted size as it does a full disk.
    const growing: Migration = {
      version: 2,
      name: 'growing',
      sql: 'PRAGMA max_page_count = 4; CREATE TABLE big (data BLOB); INSERT INTO big VALUES (zeroblob(100000))',
    }
    expect(openWith(file, [first, growing])).toMatchObject({
      ok: false,
      error: { code: 'store.full', retryable: true },
    })
    expect(look(file)).toEqual({ version: 1, notes: [{ text: 'before' }], tables: ['notes'] })
  })

  it('reads what the first format has written', () => {
    const file = join(temporaryFolder(), 'test.db')
    const opened = openWith(file, migrations)
    if (!opened.ok) throw new Error(opened.error.message)
    const { writing } = opened.value
    expect(writing.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(writing.pragma('foreign_key_check')).toEqual([])
    expect(writing.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})
