import { join } from 'node:path'
import { defaultLimits, type Result } from '../../src/shared'
import { benchFolder, benchWorkspace, git, makeLargeRepository, settle, timed } from './large-repository'
import { type Measure, median } from './measure'

const rounds = 3

/**
 * A mirror of 50,000 files against `git worktree add` of the same, by turns, all files in memory from having just
 * been made. The mirror also hashes everything and packs what is new: all of it for a first run, nothing for a later one.
 */
export async function bench(): Promise<Measure[]> {
  const { folder, remove } = benchFolder()
  try {
    const path = makeLargeRepository(join(folder, 'project'))
    const { workspace } = await benchWorkspace(join(folder, 'data'))
    const repository = unwrap(await workspace.inspectRepository(path))
    const worktree: number[] = []
    const inventories: number[] = []
    const first: number[] = []
    const later: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      settle()
      worktree.push(
        await timed(() => git(path, 'worktree', 'add', '-q', '--detach', join(folder, `worktree-${round}`))),
      )
      settle()
      const began = performance.now()
      const inventory = unwrap(await workspace.takeInventory(repository, defaultLimits))
      inventories.push(performance.now() - began)
      let known: ReadonlySet<string> = new Set()
      const make = async (runId: string): Promise<void> => {
        const mirror = unwrap(await workspace.createMirror({ repository, inventory, runId, known }))
        known = new Set(mirror.entries.map(({ hash }) => hash))
      }
      first.push(await timed(() => make(`first-${round}`)))
      settle()
      later.push(await timed(() => make(`later-${round}`)))
    }
    const anchor = median(worktree)
    const words = `git worktree add of the same 50,000 files: ${Math.round(anchor)} ms`
    return [
      measure('mirror.all_new', median(first), anchor, words),
      measure('mirror.all_known', median(later), anchor, words),
      measure('mirror.inventory', median(inventories), anchor, words),
    ]
  } finally {
    remove()
  }
}

function measure(name: string, value: number, anchor: number, words: string): Measure {
  return { name, value: Math.round(value), unit: 'ms', anchor: words, ratio: value / anchor }
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message} ${result.error.cause ?? ''}`)
  return result.value
}
