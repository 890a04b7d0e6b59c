import { join } from 'node:path'
import { runCommand } from '../../src/main/process'
import type { ContentEntry } from '../../src/main/store/content'
import { createWorkspace, type Mirror, type Repository, type Workspace } from '../../src/main/workspace'
import { defaultLimits, type Inventory, type Result } from '../../src/shared'
import { buildWorkers } from './build-workers'
import { temporaryFolder } from './repository'

export type TestWorkspace = {
  readonly workspace: Workspace
  /** The app's own data folder. */
  readonly folder: string
  readonly runsFolder: string
  readonly packsFolder: string
  /** What a store would have registered: pass `content` of mirrors and snapshots. */
  readonly register: (entries: readonly ContentEntry[]) => void
  readonly entryOf: (hash: string) => ContentEntry | null
}

/** A workspace with real git and real workers on a data folder of its own. */
export async function makeWorkspace({
  folder = temporaryFolder(),
  ...options
}: {
  readonly maxFileBytes?: number
  readonly folder?: string
} = {}): Promise<TestWorkspace> {
  const runsFolder = join(folder, 'runs')
  const packsFolder = join(folder, 'packs')
  const entries = new Map<string, ContentEntry>()
  const entryOf = (hash: string): ContentEntry | null => entries.get(hash) ?? null
  const workspace = createWorkspace({
    run: runCommand,
    environment: process.env,
    workers: await buildWorkers(),
    runsFolder,
    packsFolder,
    locateContent: entryOf,
    now: Date.now,
    ...options,
  })
  const register = (added: readonly ContentEntry[]): void => {
    for (const entry of added) if (!entries.has(entry.hash)) entries.set(entry.hash, entry)
  }
  return { workspace, folder, runsFolder, packsFolder, register, entryOf }
}

/** The value of a result that a test expects to be one. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} (${result.error.cause ?? ''})`)
  return result.value
}

export function codeOf(result: Result<unknown>): string | null {
  return result.ok ? null : result.error.code
}

export async function inventoryOf(
  workspace: Workspace,
  path: string,
  limits = defaultLimits,
): Promise<{ readonly repository: Repository; readonly inventory: Inventory }> {
  const repository = unwrap(await workspace.inspectRepository(path))
  return { repository, inventory: unwrap(await workspace.takeInventory(repository, limits)) }
}

/** A mirror of the repository at `path`, its content registered. */
export async function mirrorOf(
  { workspace, register }: TestWorkspace,
  path: string,
  runId = 'run-1',
  known: ReadonlySet<string> = new Set(),
): Promise<Mirror> {
  const { repository, inventory } = await inventoryOf(workspace, path)
  const mirror = unwrap(await workspace.createMirror({ repository, inventory, runId, known }))
  register(mirror.content)
  return mirror
}

/** Reasons by path of what an inventory leaves out. */
export function exclusions({ excluded }: Inventory): Readonly<Record<string, string>> {
  return Object.fromEntries(excluded.map(({ path, reason }) => [path, reason]))
}
