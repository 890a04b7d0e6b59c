import { failure, ok, type Result } from '../../../shared/result'
import { createPackWriter } from './pack-writer'
import { sha256 } from './sha256'
import type { ContentEntry } from './types'

/**
 * Writes a few pieces into a pack of their own, on the disk when this returns; the caller registers the entries with
 * the store. Fails with store.full or store.unavailable.
 */
export function writeContent(
  packsFolder: string,
  pieces: readonly Uint8Array[],
): Result<readonly ContentEntry[]> {
  const writer = createPackWriter(packsFolder)
  try {
    const entries = pieces.map((bytes) => writer.append(sha256(bytes), bytes))
    writer.finish()
    return ok(entries)
  } catch (cause) {
    writer.discard()
    return packFailure(packsFolder, cause)
  }
}

function packFailure(packsFolder: string, cause: unknown): Result<never> {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? failure('store.full', 'The disk is full. Free some space, then try again.', {
        folder: packsFolder,
        code,
      })
    : failure(
        'store.unavailable',
        'Recorded content can’t be written. Check that Glovebox’s data folder may be written to.',
        { folder: packsFolder, code },
        cause,
      )
}
