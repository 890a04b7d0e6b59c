import { randomUUID } from 'node:crypto'
import type { Inventory, Limits, Result } from '../../shared'
import { type ContentEntry, readContent } from '../store/content'
import { createMadeFolders } from './cleanup/made-folders'
import { createRunFolders } from './cleanup/run-folders'
import { createGit } from './git/git'
import { identityAt } from './git/identity'
import type { RunCommand } from './git/run-command'
import { takeInventory } from './inventory/inventory'
import { createMirror } from './mirror/create-mirror'
import { createMarkedFolder } from './mirror/run-folder'
import type { MirrorWorkerCalls } from './mirror-worker'
import { inspectRepository } from './repository'
import { createSnapshotter } from './snapshot/snapshotter'
import { decodeTree } from './tree'
import type { Mirror, MirrorRequest, Repository, SnapshotLimits, Snapshotter } from './types'
import { createWorkerPool } from './workers/worker-pool'

export type WorkspaceDeps = {
  /** The process slice's `runCommand`: the one place that starts processes. */
  readonly run: RunCommand
  /** Where git is looked for (PATH). Nothing of it is handed on to git. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The built entries mirror-worker and snapshot-worker. */
  readonly workers: { readonly mirror: URL; readonly snapshot: URL }
  /** Folders of the app's own; made when missing. */
  readonly runsFolder: string
  readonly packsFolder: string
  /** Where the store knows a piece of content to lie. */
  readonly locateContent: (hash: string) => ContentEntry | null
  /** Larger files are neither mirrored nor recorded. */
  readonly maxFileBytes?: number
  readonly now: () => number
}

/** The user's repository and the mirrors made of it. No call writes to the repository; none but createMirror reads its files. */
export type Workspace = {
  readonly inspectRepository: (path: string) => Promise<Result<Repository>>
  /** What `inspectRepository` would give as identity, without asking git; null when no repository is at the path. */
  readonly identity: (path: string) => Promise<string | null>
  readonly takeInventory: (
    repository: Repository,
    limits: Pick<Limits, 'mirroredFiles' | 'mirroredBytes'>,
  ) => Promise<Result<Inventory>>
  readonly createMirror: (request: MirrorRequest) => Promise<Result<Mirror>>
  readonly createSnapshotter: (mirror: Mirror, limits?: SnapshotLimits) => Snapshotter
  /** Hashes of the files of a stored tree; none when it is lost. */
  readonly contentOfTree: (tree: string) => Promise<ReadonlySet<string>>
  readonly removeRunFolder: (runId: string) => Promise<Result<void>>
  /** Removes the folders of all runs but these; how many there were. */
  readonly sweepRunFolders: (keep: readonly string[]) => Promise<number>
  /** Ends idle workers at once rather than in a while. */
  readonly close: () => Promise<void>
}

const defaultMaxFileBytes = 64 * 1024 * 1024
/** When no limits are given: far beyond any default, yet no flood. */
const defaultSnapshotLimits: SnapshotLimits = { changedFiles: 20_000, changedBytes: 1024 * 1024 * 1024 }

export function createWorkspace(deps: WorkspaceDeps): Workspace {
  const { workers, runsFolder, packsFolder, locateContent, now } = deps
  const { maxFileBytes = defaultMaxFileBytes } = deps
  const git = createGit(deps)
  const uid = process.geteuid?.() ?? null
  const pool = createWorkerPool<MirrorWorkerCalls>(workers.mirror)
  const made = createMadeFolders(runsFolder)
  const runFolders = createRunFolders({
    runsFolder,
    made,
    removeTree: (input) => pool.withOne({}, (call) => call('removeTree', input)),
  })
  // Noted like a run's folder, so that one that a crash cut off in its making or its removal is known all the same.
  const withScratch = async <T>(work: (scratch: string) => Promise<T>): Promise<T> => {
    const name = `scratch-${randomUUID()}`
    await made.note({ name, identity: null })
    try {
      return await work(
        await createMarkedFolder(runsFolder, name, now, (identity) => made.note({ name, identity })),
      )
    } finally {
      await runFolders.remove(name).catch(() => undefined)
    }
  }

  return {
    inspectRepository: (path) => inspectRepository({ git, uid }, path),
    identity: identityAt,
    takeInventory: (repository, limits) =>
      takeInventory({ git, pool, maxFileBytes, withScratch }, repository, limits),
    createMirror: (request) =>
      createMirror({ pool, runsFolder, made, packsFolder, maxFileBytes, now }, request),
    createSnapshotter: (mirror, limits = defaultSnapshotLimits) =>
      createSnapshotter(
        { worker: workers.snapshot, packsFolder, maxFileBytes, locateContent },
        mirror,
        limits,
      ),
    contentOfTree: async (tree) => {
      const entry = locateContent(tree)
      const bytes = entry === null ? null : await readContent(packsFolder, entry)
      const entries = bytes?.ok === true ? decodeTree(bytes.value) : null
      return new Set(entries?.ok === true ? entries.value.map(({ hash }) => hash) : [])
    },
    removeRunFolder: runFolders.remove,
    sweepRunFolders: runFolders.sweep,
    close: pool.close,
  }
}
