import { fstatSync, readSync } from 'node:fs'
import type { ExclusionReason } from '../../../shared'
import { isCode } from './error-code'
import { refusalOf } from './open-inside'
import { readInto } from './read-whole'

/**
 * Reads an opened file that should have `size` bytes. Only what is not as expected is asked what it is: reading at a
 * position, one byte more than expected, gives exactly `size` bytes of a regular file alone. A pipe or socket has no
 * positions, a device has either nothing or more to give. `room` lends memory. Gives a reason when there is nothing to read.
 */
export function readExpected(
  file: number,
  size: number,
  maxBytes: number,
  room: (size: number) => Uint8Array,
): Uint8Array | ExclusionReason {
  try {
    const bytes = room(size + 1)
    const read = readSync(file, bytes, 0, size + 1, 0)
    if (read === size && size > 0) return bytes.subarray(0, size)
  } catch (error) {
    if (!isCode(error, 'ESPIPE', 'EISDIR', 'EAGAIN', 'EINVAL')) return refusalOf(error)
  }
  return readUnexpected(file, maxBytes, room)
}

function readUnexpected(
  file: number,
  maxBytes: number,
  room: (size: number) => Uint8Array,
): Uint8Array | ExclusionReason {
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return 'not_a_file'
    if (stats.size > maxBytes) return 'too_large'
    const bytes = room(stats.size)
    return bytes.subarray(0, readInto(file, bytes))
  } catch (error) {
    return refusalOf(error)
  }
}
