import { type ErrorCode, failure, type GloveboxError } from '../../shared'

/**
 * What a method of the store throws where its signature has no room for a failure: the disk is full, the file is
 * damaged or out of reach. Carries the error value that crosses module boundaries.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly error: GloveboxError

  constructor(error: GloveboxError) {
    super(error.message)
    this.error = error
  }
}

/** The typed error for anything that SQLite or the file system threw while working on `file`. */
export function describeStoreError(cause: unknown, file: string): GloveboxError {
  if (cause instanceof StoreError) return cause.error
  const code = classify(cause)
  return failure(code, sentences[code](file), { file, reason: reasonOf(cause) }, cause).error
}

/** Makes a method throw StoreError only. */
export function guard<A extends readonly unknown[], R>(
  file: string,
  run: (...args: A) => R,
): (...args: A) => R {
  return (...args) => {
    try {
      return run(...args)
    } catch (cause) {
      throw new StoreError(describeStoreError(cause, file))
    }
  }
}

type StoreErrorCode = Extract<
  ErrorCode,
  'store.full' | 'store.corrupt' | 'store.unavailable' | 'internal.bug'
>

const sentences: Readonly<Record<StoreErrorCode, (file: string) => string>> = {
  'store.full': (file) => `The disk that holds ${file} is full. Free some space, then try again.`,
  'store.corrupt': (file) =>
    `${file} is damaged. It was left as it is: restore it from a backup, or move it away to begin anew.`,
  'store.unavailable': (file) =>
    `${file} can’t be opened. Check that it is a file you may read and write and that no other program holds it, then try again.`,
  'internal.bug': (file) => `Glovebox could not use ${file}. The log says why.`,
}

const fileSystemCodes: Readonly<Record<string, StoreErrorCode>> = {
  ENOSPC: 'store.full',
  EDQUOT: 'store.full',
  EACCES: 'store.unavailable',
  EPERM: 'store.unavailable',
  EROFS: 'store.unavailable',
  ENOTDIR: 'store.unavailable',
  EISDIR: 'store.unavailable',
  EEXIST: 'store.unavailable',
  ELOOP: 'store.unavailable',
  EIO: 'store.unavailable',
  ENOENT: 'store.unavailable',
}

/** SQLite's result codes: the first two words of an extended code name the family (SQLITE_IOERR_WRITE → SQLITE_IOERR). */
const sqliteFamilies: Readonly<Record<string, StoreErrorCode>> = {
  SQLITE_FULL: 'store.full',
  SQLITE_CORRUPT: 'store.corrupt',
  SQLITE_NOTADB: 'store.corrupt',
  SQLITE_BUSY: 'store.unavailable',
  SQLITE_LOCKED: 'store.unavailable',
  SQLITE_CANTOPEN: 'store.unavailable',
  SQLITE_PERM: 'store.unavailable',
  SQLITE_READONLY: 'store.unavailable',
  SQLITE_AUTH: 'store.unavailable',
  SQLITE_IOERR: 'store.unavailable',
  SQLITE_PROTOCOL: 'store.unavailable',
}

function classify(cause: unknown): StoreErrorCode {
  const reason = reasonOf(cause)
  const family = reason.split('_').slice(0, 2).join('_')
  return sqliteFamilies[family] ?? fileSystemCodes[reason] ?? 'internal.bug'
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown'
}
