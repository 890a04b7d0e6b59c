import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sharedCache } from './paths.mjs'

const prefix = 'making-'

/**
 * A folder in the shared cache to make something in, removed afterwards. What is made is renamed into its place as the
 * last step, so that a cut-off set-up leaves nothing half made there.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inWorkFolder(work) {
  mkdirSync(sharedCache, { recursive: true })
  removeAbandoned()
  const folder = mkdtempSync(join(sharedCache, `${prefix}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A set-up that was killed could not remove its folder (up to 700 MB): the next one does, once that process is gone. */
function removeAbandoned() {
  for (const name of readdirSync(sharedCache)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) rmSync(join(sharedCache, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
