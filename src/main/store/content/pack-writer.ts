import { randomUUID } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentEntry } from './types'

/**
 * Appends content to one new pack file. Synchronous, for use in worker threads. Nothing may be registered with the
 * store before `sync` or `finish` has returned: until then bytes are in memory or not yet on the disk.
 */
export type PackWriter = {
  /** The entry's bytes can be read back once `flush` has run. */
  readonly append: (hash: string, bytes: Uint8Array) => ContentEntry
  /** Hands buffered bytes to the file. */
  readonly flush: () => void
  /** Flushes and waits for the disk. */
  readonly sync: () => void
  /** Syncs and closes. A pack that nothing was appended to never becomes a file. */
  readonly finish: () => void
  /** Deletes and closes the file: its content is of no use to anyone. */
  readonly discard: () => void
}

const bufferBytes = 1024 * 1024

/** Throws the file system's errors (ENOSPC …); the caller turns them into a failure. */
export function createPackWriter(packsFolder: string, newId: () => string = randomUUID): PackWriter {
  const pack = newId()
  const path = join(packsFolder, `${pack}.pack`)
  const buffer = Buffer.allocUnsafe(bufferBytes)
  let file: number | null = null
  let buffered = 0
  let length = 0
  let unsynced = false

  const write = (bytes: Uint8Array): void => {
    if (file === null) {
      mkdirSync(packsFolder, { recursive: true, mode: 0o700 })
      file = openSync(path, 'wx', 0o600)
      syncFolder(packsFolder)
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    unsynced = true
  }
  const flush = (): void => {
    if (buffered === 0) return
    write(buffer.subarray(0, buffered))
    buffered = 0
  }
  const sync = (): void => {
    flush()
    if (file !== null && unsynced) fdatasyncSync(file)
    unsynced = false
  }
  const close = (): void => {
    if (file !== null) closeSync(file)
    file = null
  }

  return {
    append: (hash, bytes) => {
      const entry: ContentEntry = { hash, pack, offset: length, size: bytes.length }
      if (buffered + bytes.length > bufferBytes) flush()
      if (bytes.length > bufferBytes) write(bytes)
      else {
        buffer.set(bytes, buffered)
        buffered += bytes.length
      }
      length += bytes.length
      return entry
    },
    flush,
    sync,
    finish: () => {
      sync()
      close()
    },
    discard: () => {
      buffered = 0
      if (file !== null) rmSync(path, { force: true })
      close()
    },
  }
}

/** Makes the new file's name last through a power cut; only Linux and macOS let a folder be opened for that. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fdatasyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
