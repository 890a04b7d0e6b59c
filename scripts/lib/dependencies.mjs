import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inModules, packageJson, readJson, root } from './paths.mjs'
import { onPath, runNpm } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'

/** The Node that everything after `npm ci` runs on, whatever the machine has. */
export const pinnedNode = inModules('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** `npm ci` if node_modules is missing, incomplete or of another package-lock.json. */
export async function ensureDependencies() {
  if (!installed()) await install()
}

/**
 * npm writes node_modules/.package-lock.json last, so a cut-off install has none; comparing it with package-lock.json
 * needs no stamp of ours and holds for an `npm ci` that the user ran.
 */
function installed() {
  const hidden = inModules('.package-lock.json')
  if (!existsSync(hidden) || !existsSync(pinnedNode)) return false
  const there = readJson(hidden).packages
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
  // Warnings about the machine's own Node (EBADENGINE) are beside the point: the tools run on the pinned one.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const ci = await step('Packages: npm ci', () => runNpm(args, { cwd: root }))
  if (ci.code !== 0) throw new SetupError(explain(ci.output))
  if (existsSync(pinnedNode)) return
  // An npm that runs no install scripts (ignore-scripts) leaves the pinned Node without its program.
  const args2 = ['rebuild', 'node', '--no-ignore-scripts', '--loglevel=error']
  const rebuilt = await step('Packages: unpacking Node', () => runNpm(args2, { cwd: root }))
  if (rebuilt.code !== 0 || !existsSync(pinnedNode)) throw new SetupError(explain(rebuilt.output))
}

function explain(output) {
  const known = wayOut(output)
  if (known) return known
  return `npm could not install the packages with Node ${process.version} (it needs npm 8 or newer; Node ${packageJson.engines.node}). Its last words:\n${tail(output)}`
}
