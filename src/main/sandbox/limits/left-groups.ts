import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { groupNameStart, removeGroups } from './cgroup'
import { parseMounts } from './cgroup-place'

const controllers = ['memory', 'pids', 'cpuacct']

/**
 * Takes away the groups of boxes that a crash left, with whatever is still in them: those of these tokens and of tokens
 * that go on after one with a hyphen, as a probe's do. Looked for in the whole of each tree: a desktop or a login gives
 * each start of the app a group of its own, so they need not lie where this start would make them. A token is no one
 * else's (I10).
 */
export async function removeLeftGroups(tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  const names = tokens.map((token) => `${groupNameStart}${token}`)
  const isLeft = (name: string): boolean => names.some((each) => name === each || name.startsWith(`${each}-`))
  const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''))
  const roots = mounts
    .filter(({ type, options }) => type === 'cgroup2' || controllers.some((name) => options.includes(name)))
    .map(({ point }) => point)
  for (const root of new Set(roots)) await removeGroups(await findGroups(root, isLeft))
}

/** The uppermost groups whose names are looked for. */
async function findGroups(folder: string, isLeft: (name: string) => boolean): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    if (isLeft(entry.name)) found.push(path)
    else found.push(...(await findGroups(path, isLeft)))
  }
  return found
}
