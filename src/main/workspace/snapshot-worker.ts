import type { FileChange, FileState } from '../../shared'
import type { ContentEntry } from '../store/content'
import { type EntryColumns, fromEntryColumns } from './mirror/columns'
import { type Contents, createContents } from './snapshot/contents'
import { describeChanges } from './snapshot/describe-changes'
import { createKnownFiles, type KnownFiles } from './snapshot/known-files'
import type { PathChange } from './snapshot/renames'
import { type TakenSnapshot, takeSnapshot } from './snapshot/take-snapshot'
import type { SnapshotLimits } from './types'
import { parentPeer } from './workers/parent-peer'

/** One run's snapshots. This worker lives as long as the run does and keeps what the last snapshot found. */
export type SnapshotWorkerCalls = {
  readonly begin: (input: SnapshotStart) => void
  /** The mirror's first files, in slices, before the first snapshot. */
  readonly addStart: (entries: EntryColumns) => void
  readonly snapshot: (input: null) => Promise<TakenSnapshot>
  /** What is different from the mirror's start, as of the last snapshot. */
  readonly changeSet: (input: null) => Promise<readonly FileChange[]>
  readonly finish: (input: null) => void
}

export type SnapshotStart = {
  readonly root: string
  readonly packsFolder: string
  readonly maxFileBytes: number
  readonly limits: SnapshotLimits
  /** When the mirror was finished, in milliseconds since the epoch. */
  readonly startedAt: number
}

/** What it asks of the main thread, which has the store. */
export type SnapshotHostCalls = {
  readonly locate: (hashes: readonly string[]) => readonly (ContentEntry | null)[]
}

type State = SnapshotStart & {
  readonly known: KnownFiles
  readonly contents: Contents
  readonly start: Map<string, FileState>
}
let state: State | null = null

const host = parentPeer<SnapshotHostCalls>({
  begin: (input) => {
    state = {
      ...input,
      known: createKnownFiles(input.startedAt),
      contents: createContents({
        packsFolder: input.packsFolder,
        locate: (hashes) => host.call('locate', hashes),
      }),
      start: new Map(),
    }
  },
  addStart: (columns) => {
    const { known, start } = begun()
    const entries = fromEntryColumns(columns)
    known.addStart(entries)
    for (const { path, hash, mode, size } of entries) start.set(path, { hash, mode, size })
  },
  snapshot: () => takeSnapshot(begun()),
  changeSet: () => {
    const { known, start, contents } = begun()
    return describeChanges(differences(start, known.states()), contents)
  },
  finish: () => state?.contents.finish(),
} satisfies SnapshotWorkerCalls)

function begun(): State {
  if (state === null) throw new Error('begin comes first.')
  return state
}

function differences(
  before: ReadonlyMap<string, FileState>,
  after: ReadonlyMap<string, FileState>,
): readonly PathChange[] {
  const changes: PathChange[] = []
  for (const [path, was] of before) {
    const is = after.get(path) ?? null
    if (is === null || is.hash !== was.hash || is.mode !== was.mode)
      changes.push({ path, before: was, after: is })
  }
  for (const [path, is] of after) if (!before.has(path)) changes.push({ path, before: null, after: is })
  return changes
}
