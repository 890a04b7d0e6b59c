import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../src/main/process'
import type { ContentEntry } from '../../src/main/store/content'
import { createWorkspace } from '../../src/main/workspace'

const files = 50_000
const folders = 2500
const words = 500

/** A folder for one bench: everything in it is removed only at its end, since ext4 is slow to make files right after many were removed. */
export function benchFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-bench-')))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A committed, packed repository of 50,000 text files of 1 to 7 KB in 2,500 folders. The same bytes each time. */
export function makeLargeRepository(folder: string): string {
  const random = createRandom(1)
  const vocabulary = Array.from({ length: words }, () => Math.floor(random() * 1e9).toString(36))
  for (let index = 0; index < files; index += 1) {
    const parent = join(folder, 'src', `m${index % 50}`, `p${Math.floor(index / 50) % (folders / 50)}`)
    if (index < folders) mkdirSync(parent, { recursive: true })
    const size = 1000 + Math.floor(random() * 6000)
    let text = ''
    while (text.length < size)
      text += (vocabulary[Math.floor(random() * words)] ?? '') + (random() < 0.15 ? '\n' : ' ')
    writeFileSync(join(parent, `file-${index}.ts`), text)
  }
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '-q', '-m', 'start')
  git(folder, 'repack', '-adq')
  return folder
}

export function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
}

/** Lets the disk take what was written before, so that it is not charged to what is measured next. */
export function settle(): void {
  execFileSync('sync')
}

/** Milliseconds that something took. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A workspace in a folder of its own, with the worker scripts that were built beside this bench. */
export async function benchWorkspace(folder: string) {
  const entries = new Map<string, ContentEntry>()
  const beside = (name: string): URL => new URL(`./${name}.js`, import.meta.url)
  const built = existsSync(fileURLToPath(beside('mirror-worker')))
  const workers = built
    ? { mirror: beside('mirror-worker'), snapshot: beside('snapshot-worker') }
    : await (await import('../support/build-workers')).buildWorkers()
  const workspace = createWorkspace({
    run: runCommand,
    environment: process.env,
    workers,
    runsFolder: join(folder, 'runs'),
    packsFolder: join(folder, 'packs'),
    locateContent: (hash) => entries.get(hash) ?? null,
    now: Date.now,
  })
  const register = (added: readonly ContentEntry[]): void => {
    for (const entry of added) entries.set(entry.hash, entry)
  }
  return { workspace, register }
}

/** Park and Miller's generator: the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
