import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits, type Result } from '../../src/shared'
import { benchFolder, benchWorkspace, git, makeLargeRepository, timed } from './large-repository'
import { type Measure, median } from './measure'

const rounds = 9
const changed = 5

/** A snapshot of a mirror of 50,000 files with five changed against `git status` of the same files, by turns. */
export async function bench(): Promise<Measure[]> {
  const { folder, remove } = benchFolder()
  try {
    const path = makeLargeRepository(join(folder, 'project'))
    const { workspace, register } = await benchWorkspace(join(folder, 'data'))
    const repository = unwrap(await workspace.inspectRepository(path))
    const inventory = unwrap(await workspace.takeInventory(repository, defaultLimits))
    const mirror = unwrap(
      await workspace.createMirror({ repository, inventory, runId: 'run', known: new Set() }),
    )
    register(mirror.content)
    const snapshotter = workspace.createSnapshotter(mirror)
    const first = await timed(async () => unwrap(await snapshotter.snapshot()))
    git(path, 'status', '--porcelain')

    const snapshots: number[] = []
    const statuses: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const top of [path, mirror.mirrorFolder])
        for (let index = 0; index < changed; index += 1)
          writeFileSync(join(top, 'src', `m${index}`, 'p0', `file-${index}.ts`), `round ${round}\n`)
      statuses.push(await timed(() => git(path, 'status', '--porcelain')))
      snapshots.push(
        await timed(async () => {
          const { changes, content } = unwrap(await snapshotter.snapshot())
          register(content)
          if (changes.length !== changed) throw new Error(`${changes.length} changes were found.`)
        }),
      )
    }
    await snapshotter.dispose()
    const anchor = median(statuses)
    const words = `git status of the same 50,000 files: ${Math.round(anchor)} ms`
    return [
      measure('snapshot.some_changed', median(snapshots), anchor, words),
      measure('snapshot.first_with_worker', first, anchor, words),
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
