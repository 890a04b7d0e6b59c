import { constants } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { InstallPlaces } from './install-folders'
import { listNodeCandidates } from './node-candidates'

/**
 * Folders that have to come on PATH for a launcher script to find its Node; none for a native program. What npm
 * installs begins with `#!/usr/bin/env node`, and a dock's PATH has no Node on it. The Node beside the launcher is the
 * one it was installed with; next comes the first Node there is.
 */
export async function nodeFoldersFor(
  places: InstallPlaces,
  launcher: string,
  executable: string,
): Promise<readonly string[]> {
  if (!(await isNodeScript(executable))) return []
  const beside = dirname(launcher)
  if (await isRunnable(`${beside}/node`)) return [beside]
  for (const node of await listNodeCandidates(places)) if (await isRunnable(node)) return [dirname(node)]
  return []
}

async function isNodeScript(path: string): Promise<boolean> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null)
  if (file === null) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0)
    const [first = ''] = buffer.toString('latin1', 0, bytesRead).split('\n')
    return /^#!.*\bnode\b/.test(first)
  } catch {
    return false
  } finally {
    await file.close()
  }
}

function isRunnable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
