import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { displayArgs } from './display.mjs'
import { ask, isRoot } from './run.mjs'
import { SetupError } from './say.mjs'

/**
 * What this user and display need on Electron's command line. Chromium refuses to run as root with its sandbox, so
 * root, and only root, goes without.
 * @param {string} electron its program
 */
export function electronArgs(electron) {
  if (process.platform !== 'linux') return []
  if (!isRoot() && !canSandbox(electron)) {
    const helper = join(dirname(electron), 'chrome-sandbox')
    throw new SetupError(
      `This system lets no ordinary program make a sandbox (unprivileged user namespaces are off), so Electron would not start. Type: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}\nThen run this again.`,
    )
  }
  return [...(isRoot() ? ['--no-sandbox'] : []), ...(displayArgs() ?? [])]
}

function canSandbox(electron) {
  try {
    const { uid, mode } = statSync(join(dirname(electron), 'chrome-sandbox'))
    if (uid === 0 && (mode & 0o4000) !== 0) return true
  } catch {}
  return ask('unshare', ['--user', '--map-root-user', 'true']) !== undefined
}
