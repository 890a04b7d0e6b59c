import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { npmNetworkArgs } from './network.mjs'
import { inModules, packageJson, readJson, root } from './paths.mjs'
import { onPath, runNpm } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'

/** The Node that everything after `npm ci` runs on, whatever the machine has. */
export const pinnedNode = inModules('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const hiddenLock = inModules('.package-lock.json')
const quiet = ['--no-audit', '--no-fund', '--loglevel=warn']

/** `npm ci` if node_modules is missing, incomplete or of another package-lock.json. */
export async function ensureDependencies() {
  if (!installed()) await install()
}

/**
 * npm writes node_modules/.package-lock.json last, so a cut-off install has none; comparing it with package-lock.json
 * needs no stamp of ours and holds for an `npm ci` that the user ran.
 */
function installed() {
  if (!existsSync(hiddenLock) || !existsSync(pinnedNode)) return false
  const there = readJson(hiddenLock).packages
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = there[path]
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

async function install() {
  if (!onPath('npm') && process.platform !== 'win32') {
    throw new SetupError('npm is missing: install it (on Debian: apt-get install npm), then run this again.')
  }
  const args = ['ci', '--include=dev', ...quiet, ...(await npmNetworkArgs())]
  const ci = await step('Packages: npm ci', () => runNpm(args, { cwd: root }))
  // npm only warns of files that it could not write.
  const truncated = ci.output.includes('TAR_ENTRY_ERROR')
  if (truncated) rmSync(hiddenLock, { force: true })
  if (ci.code !== 0 || truncated) throw new SetupError(explain(ci.output))
  if (existsSync(pinnedNode)) return
  // An npm that runs no install scripts (ignore-scripts) leaves the pinned Node without its program.
  const again = ['rebuild', 'node', '--no-ignore-scripts', ...quiet]
  const rebuilt = await step('Packages: unpacking Node', () => runNpm(again, { cwd: root }))
  if (rebuilt.code !== 0 || !existsSync(pinnedNode)) throw new SetupError(explain(rebuilt.output))
}

function explain(output) {
  // Warnings about the machine's own Node are beside the point: the tools run on the pinned one.
  const told = output.replaceAll(/^npm warn (?:EBADENGINE|deprecated|install-scripts)\b.*\n/gim, '')
  const known = wayOut(told)
  if (known) return known
  return `npm could not install the packages with Node ${process.version} (it needs npm 8 or newer; Node ${packageJson.engines.node}). Its last words:\n${tail(told)}`
}
