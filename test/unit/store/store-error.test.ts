import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { describeStoreError, guard, StoreError } from '../../../src/main/store/store-error'
import { failure } from '../../../src/shared'

const sqlite = (code: string) => new Sqlite.SqliteError('said by SQLite', code)
const system = (code: string) => Object.assign(new Error('said by the system'), { code })

describe('what the store makes of an error', () => {
  it.each([
    [sqlite('SQLITE_FULL'), 'store.full'],
    [system('ENOSPC'), 'store.full'],
    [system('EDQUOT'), 'store.full'],
    [sqlite('SQLITE_CORRUPT'), 'store.corrupt'],
    [sqlite('SQLITE_CORRUPT_INDEX'), 'store.corrupt'],
    [sqlite('SQLITE_NOTADB'), 'store.corrupt'],
    [sqlite('SQLITE_BUSY'), 'store.unavailable'],
    [sqlite('SQLITE_BUSY_SNAPSHOT'), 'store.unavailable'],
    [sqlite('SQLITE_CANTOPEN'), 'store.unavailable'],
    [sqlite('SQLITE_CANTOPEN_ISDIR'), 'store.unavailable'],
    [sqlite('SQLITE_IOERR_WRITE'), 'store.unavailable'],
    [sqlite('SQLITE_READONLY_DIRECTORY'), 'store.unavailable'],
    [system('EACCES'), 'store.unavailable'],
    [system('ENOTDIR'), 'store.unavailable'],
    [sqlite('SQLITE_CONSTRAINT_UNIQUE'), 'internal.bug'],
    [new TypeError('said by nobody'), 'internal.bug'],
    ['a string', 'internal.bug'],
  ])('%s is %s', (cause, code) => {
    const error = describeStoreError(cause, '/data/glovebox.db')
    expect(error.code).toBe(code)
    expect(error.message).toContain('/data/glovebox.db')
  })

  it('only a full disk may be tried again unchanged', () => {
    expect(describeStoreError(sqlite('SQLITE_FULL'), 'f').retryable).toBe(true)
    expect(describeStoreError(sqlite('SQLITE_CORRUPT'), 'f').retryable).toBe(false)
  })

  it('an error that is one of the store’s already stays as it is', () => {
    const { error } = failure('store.not_found', 'Gone.')
    const guarded = guard('f', () => {
      throw new StoreError(error)
    })
    expect(guarded).toThrowError(expect.objectContaining({ error }))
  })
})
