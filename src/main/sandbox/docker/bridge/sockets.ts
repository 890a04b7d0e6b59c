import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount } from '../../box'

export type BridgedSocket = {
  /** Of this machine. */
  readonly path: string
  /** Where it is seen inside. */
  readonly target: string
}

/** The sockets that bridges show: one that is a socket itself, or those that lie in it. In the order of their names. */
export async function socketsOf(bridges: readonly Mount[]): Promise<readonly BridgedSocket[]> {
  const found = await Promise.all(
    bridges.map(async ({ source, target }): Promise<readonly BridgedSocket[]> => {
      const itself = await lstat(source).catch(() => null)
      if (itself?.isSocket() === true) return [{ path: source, target }]
      if (itself?.isDirectory() !== true) return []
      const entries = await readdir(source, { withFileTypes: true })
      const names = entries.filter((entry) => entry.isSocket()).map(({ name }) => name)
      return names.sort().map((name) => ({ path: join(source, name), target: join(target, name) }))
    }),
  )
  return found.flat()
}
