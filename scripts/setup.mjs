import { ensureBuild } from './lib/app-build.mjs'
import { command } from './lib/command.mjs'
import { findElectron } from './lib/electron.mjs'
import { say } from './lib/say.mjs'
import { bindingIsMissing, sqliteBinding } from './lib/sqlite.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'

/**
 * Makes this checkout ready to run, from whatever is there; quick when nothing is missing. The packages are installed
 * before this is reached (lib/command.mjs).
 * @param {{ build?: boolean, retry?: boolean, tests?: boolean }} [options] build: false leaves out/ alone; retry: try
 *   Electron's download again although it failed within the last day; tests: with what only tests need
 * @returns {Promise<{ electron: string, electronKind: 'given' | 'official' | 'registry', electronVersion: string,
 *   sqliteBinding: string | null, env: Record<string, string> }>} env: for every process that runs the app or tests it
 */
export async function setup({ build = true, retry = false, tests = false } = {}) {
  const electron = await findElectron({ retry })
  say(electron.why)
  await ensureSystemPackages({ electron: electron.path, compiler: bindingIsMissing(electron), tests })
  const binding = await sqliteBinding(electron)
  if (build) await ensureBuild()
  const env = {
    ELECTRON_EXEC_PATH: electron.path,
    GLOVEBOX_ELECTRON: electron.path,
    ...(binding ? { GLOVEBOX_SQLITE_BINDING: binding } : {}),
  }
  const { kind: electronKind, version: electronVersion } = electron
  return { electron: electron.path, electronKind, electronVersion, sqliteBinding: binding, env }
}

await command(import.meta.url, async (args) => {
  await setup({ retry: args.includes('--retry') })
  say('Ready: npm start opens Glovebox, npm test tests it.')
})
