import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What can be left of an app on a machine, looked at from outside. */

/** A process with all that came of it. */
export function familyOf(root: number): readonly number[] {
  const parents = new Map(numbersIn('/proc').map((pid) => [pid, parentOf(pid)]))
  const family = new Set([root])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid)
  }
  return [...family]
}

export const describeProcess = (pid: number): string =>
  `process ${pid}: ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200)}`

export function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

export function socketsBelow(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory() === true) return socketsBelow(path)
    return found?.isSocket() === true ? [path] : []
  })
}

/** What firejail itself notes of a sandbox, by its process, and takes away at its next start. */
export function leftOfFirejail(): readonly string[] {
  return ['name', 'profile', 'network', 'bandwidth', 'x11'].flatMap((kind) =>
    numbersIn(`/run/firejail/${kind}`)
      .filter((pid) => parentOf(pid) === 0)
      .map((pid) => `/run/firejail/${kind}/${pid}`),
  )
}

const numbersIn = (folder: string): readonly number[] =>
  entriesOf(folder)
    .map((path) => Number(path.split('/').at(-1)))
    .filter(Number.isInteger)

/** 0: it is not there. */
function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
