import type { EventOf, Inventory, Limits } from '../../shared'

/**
 * The limit that a whole copy would pass; null: everything that may be copied is. An agent in a copy that lacks files
 * for no reason of their own would take them for missing, so such a run is not begun.
 */
export function passedMirrorLimit(
  { files, excluded, bytes }: Inventory,
  limits: Pick<Limits, 'mirroredFiles' | 'mirroredBytes'>,
): EventOf<'limit.reached'> | null {
  const left = excluded.filter(({ reason }) => reason === 'limit')
  if (left.length === 0) return null
  const wantedFiles = files.length + left.length
  const wantedBytes = left.reduce((sum, { size }) => sum + (size ?? 0), bytes)
  return wantedFiles > limits.mirroredFiles
    ? { type: 'limit.reached', limit: 'mirroredFiles', ceiling: limits.mirroredFiles, value: wantedFiles }
    : { type: 'limit.reached', limit: 'mirroredBytes', ceiling: limits.mirroredBytes, value: wantedBytes }
}
