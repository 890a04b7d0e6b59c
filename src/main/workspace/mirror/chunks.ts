import type { InventoryFile } from '../../../shared'

const chunkFiles = 256
const chunkBytes = 4 * 1024 * 1024

/** Cuts files into pieces of work of like weight, in order. */
export function* chunksOf(files: readonly InventoryFile[]): Generator<readonly InventoryFile[]> {
  let from = 0
  let bytes = 0
  for (let at = 0; at < files.length; at += 1) {
    const size = files[at]?.size ?? 0
    if (at > from && (at - from === chunkFiles || bytes + size > chunkBytes)) {
      yield files.slice(from, at)
      from = at
      bytes = 0
    }
    bytes += size
  }
  if (from < files.length) yield files.slice(from)
}
