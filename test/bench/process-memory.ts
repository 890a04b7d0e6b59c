import { readdirSync, readFileSync } from 'node:fs'

/**
 * Megabytes that a process and all that descend from it take, memory they share counted once (PSS, Linux' /proc). Null
 * where the system doesn't tell.
 */
export function memoryOfTree(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const parents = readParents()
  const tree = new Set([pid])
  for (let before = 0; before < tree.size; ) {
    before = tree.size
    for (const [child, parent] of parents) if (tree.has(parent)) tree.add(child)
  }
  const kilobytes = [...tree].reduce((sum, each) => sum + pssOf(each), 0)
  return kilobytes / 1024
}

function readParents(): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    // The name, in brackets, may hold anything; the parent's number is the second field behind it.
    const fields = Number.isNaN(pid) ? undefined : read(`/proc/${name}/stat`)?.split(') ').at(-1)?.split(' ')
    if (fields !== undefined) parents.set(pid, Number(fields[1]))
  }
  return parents
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0)
}

/** Null for a process that has ended meanwhile. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
