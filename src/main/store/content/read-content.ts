import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Failure, failure, ok, type Result } from '../../../shared/result'
import { packPath } from './pack-path'
import { sha256 } from './sha256'
import type { ContentEntry } from './types'

/** Content without bytes needs no pack: one that holds nothing else was never written. */
const noBytes = Buffer.alloc(0)

/** Reads one piece and checks its hash. Fails with replay.content_missing (`details.reason`) when lost or damaged. */
export async function readContent(packsFolder: string, entry: ContentEntry): Promise<Result<Buffer>> {
  if (entry.size === 0) return checked(entry, noBytes)
  const path = packPath(packsFolder, entry.pack)
  if (path === null) return lost(entry, 'bad_pack')
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return lost(entry, 'no_pack')
  try {
    if (entry.offset + entry.size > (await file.stat()).size) return lost(entry, 'cut_off')
    const bytes = Buffer.alloc(entry.size)
    const { bytesRead } = await file.read(bytes, 0, entry.size, entry.offset)
    return checked(entry, bytes.subarray(0, bytesRead))
  } catch (cause) {
    return lost(entry, 'unreadable', cause)
  } finally {
    await file.close().catch(() => undefined)
  }
}

/** The same for worker threads, which have nothing else to do meanwhile. */
export function readContentSync(packsFolder: string, entry: ContentEntry): Result<Buffer> {
  if (entry.size === 0) return checked(entry, noBytes)
  const path = packPath(packsFolder, entry.pack)
  if (path === null) return lost(entry, 'bad_pack')
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    return lost(entry, 'no_pack', cause)
  }
  try {
    if (entry.offset + entry.size > fstatSync(file).size) return lost(entry, 'cut_off')
    const bytes = Buffer.alloc(entry.size)
    return checked(entry, bytes.subarray(0, readSync(file, bytes, 0, entry.size, entry.offset)))
  } catch (cause) {
    return lost(entry, 'unreadable', cause)
  } finally {
    closeSync(file)
  }
}

function checked(entry: ContentEntry, bytes: Buffer): Result<Buffer> {
  return bytes.length === entry.size && sha256(bytes) === entry.hash ? ok(bytes) : lost(entry, 'damaged')
}

function lost(entry: ContentEntry, reason: string, cause?: unknown): Failure {
  return failure(
    'replay.content_missing',
    'The recorded content of this file is lost or damaged. Everything else in the session can still be read.',
    { hash: entry.hash, pack: entry.pack, reason },
    cause,
  )
}
