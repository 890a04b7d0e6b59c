import type { Stats } from 'node:fs'
import type { FileState, TreeEntry } from '../../../shared'
import { parentOf } from '../files/folder-states'
import { isUnchanged, type Signature, signatureOf, wasStill } from './signature'

type KnownFile = {
  readonly state: FileState
  /** Null for a file of the mirror's start that was not looked at yet. */
  signature: Signature | null
  seenIn: number
}

/**
 * What the last snapshot found, file by file. `startedAt`: when the mirror was finished; a file of the start that
 * did not change since, by its change time, still has the content it was made with.
 */
export function createKnownFiles(startedAt: number) {
  const files = new Map<string, KnownFile>()
  const kept = new Set<string>()
  let walk = 0

  return {
    addStart: (entries: readonly TreeEntry[]): void => {
      for (const { path, hash, mode, size } of entries)
        files.set(path, { state: { hash, mode, size }, signature: null, seenIn: 0 })
    },
    beginWalk: (): void => {
      walk += 1
      kept.clear()
    },
    stateOf: (path: string): FileState | null => files.get(path)?.state ?? null,
    /** Notes that the file is there; whether its content has to be read again. */
    see: (path: string, stats: Stats, takenAt: number): boolean => {
      const known = files.get(path)
      if (known === undefined) return true
      known.seenIn = walk
      const { signature } = known
      // Written through a mapping, a file keeps the time at which it first was: one changed by the run is read each time.
      if (signature !== null) return !wasStill(stats, startedAt) || !isUnchanged(signature, stats)
      if (!matchesStart(known.state, stats) || !wasStill(stats, startedAt)) return true
      known.signature = signatureOf(stats, takenAt)
      return false
    },
    /** Notes that nothing new is known of a file, or of everything in a folder: it keeps its last state. */
    keep: (path: string): void => {
      kept.add(path)
    },
    set: (path: string, state: FileState, signature: Signature): void => {
      files.set(path, { state, signature, seenIn: walk })
    },
    delete: (path: string): void => {
      files.delete(path)
    },
    /** Paths that were known and did not turn up in this walk. */
    unseen: (): readonly string[] =>
      [...files].flatMap(([path, { seenIn }]) => (seenIn === walk || isKept(kept, path) ? [] : path)),
    states: (): ReadonlyMap<string, FileState> =>
      new Map([...files].map(([path, { state }]) => [path, state] as const)),
  }
}

export type KnownFiles = ReturnType<typeof createKnownFiles>

/** Whether a path, or a folder above it, is among those kept. */
function isKept(kept: ReadonlySet<string>, path: string): boolean {
  if (kept.size === 0) return false
  return kept.has(path) || (path !== '' && isKept(kept, parentOf(path)))
}

function matchesStart(state: FileState, stats: Stats): boolean {
  return state.size === stats.size && state.mode === modeOf(stats)
}

/** Of all mode bits only the owner's permission to execute is recorded: setuid, sticky and the rest are stripped. */
export function modeOf(stats: Stats): FileState['mode'] {
  if (stats.isSymbolicLink()) return 'symlink'
  return (stats.mode & 0o100) === 0 ? 'file' : 'executable'
}
