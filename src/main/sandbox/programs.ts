import { open, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Invocation } from '../process'
import { isWithin, type Mount } from './box'
import { isInSystem } from './mounts'
import type { SystemView } from './system-view'

/**
 * What an invocation's program needs to be seen inside, read-only: its executable, or the packages around it; what its
 * script is run by; what the invocation names besides (`reads`). What is seen inside already needs no mount; a name
 * without a folder is looked up inside.
 */
export async function programMounts(
  invocation: Invocation,
  system: SystemView,
  mounts: readonly Mount[],
): Promise<readonly Mount[]> {
  const { executable, environment, reads = [] } = invocation
  const isInside = (path: string): boolean =>
    isInSystem(path, system) || mounts.some(({ target }) => isWithin(path, target))
  // What lies in the box already was perhaps written there: no line of it may say what is to be mounted.
  const program = isAbsolute(executable) && !isInside(executable) ? executable : null
  const interpreter = program === null ? [] : await interpreterMounts(program, environment)
  const own = program === null ? [] : [packagesAround(program)]
  const named = await Promise.all([...own, ...reads].map(asMount))
  const wanted = [...named.flat(), ...interpreter].filter(({ target }) => !isInside(target))
  return [...new Map(wanted.map((mount) => [mount.target, mount])).values()]
}

const packagesFolder = '/node_modules/'

/** A package of npm's needs its neighbours: everything from the outermost `node_modules` on. Else the file alone. */
function packagesAround(path: string): string {
  const at = path.indexOf(packagesFolder)
  return at === -1 ? path : path.slice(0, at + packagesFolder.length - 1)
}

/** Seen where it is named and where it really is. */
async function asMount(path: string): Promise<readonly Mount[]> {
  const source = await realpath(path).catch(() => path)
  const targets = source === path ? [path] : [path, source]
  return targets.map((target): Mount => ({ source, target, access: 'read' }))
}

async function interpreterMounts(
  executable: string,
  environment: Invocation['environment'],
): Promise<readonly Mount[]> {
  const named = await readInterpreter(executable)
  if (named === null) return []
  if (isAbsolute(named)) return asMount(named)
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    const path = join(folder, named)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() === true) return asMount(path)
  }
  return []
}

/** The interpreter in a script's first line: a path, or a name that env(1) looks up; null: no script. */
async function readInterpreter(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n')
    const words = line.startsWith('#!') ? line.slice(2).trim().split(/\s+/) : []
    const [first, ...rest] = words
    if (first === undefined || first === '') return null
    if (!first.endsWith('/env')) return first
    return rest.find((word) => !word.startsWith('-') && !word.includes('=')) ?? null
  } finally {
    await file.close()
  }
}
