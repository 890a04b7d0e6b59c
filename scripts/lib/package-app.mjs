import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder, sourceHash } from './app-build.mjs'
import { inModules, localCache, root } from './paths.mjs'
import { run } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'

const work = join(localCache, 'package')
const dist = join(work, 'electron')
const stamp = join(work, 'dir.sha256')

/** Where the unpacked app lies, by platform, as electron-builder names it. */
const unpacked = join(
  root,
  'dist',
  { linux: 'linux-unpacked', win32: 'win-unpacked' }[process.platform] ?? 'mac',
)
const testTree = `${unpacked}-test`
const program = process.platform === 'win32' ? 'Glovebox.exe' : 'glovebox'

/**
 * Runs electron-builder with the Electron that the set-up found.
 * @param {Awaited<ReturnType<typeof import('../setup.mjs').setup>>} ready
 * @param {readonly string[]} targets electron-builder's arguments, e.g. ['--linux', 'dir']
 */
export async function packageApp(ready, targets) {
  prepareNative(ready.sqliteBinding)
  const cli = [inModules('electron-builder', 'cli.js'), ...targets, '--publish', 'never']
  const electron = [`-c.electronDist=${electronDist(ready)}`, `-c.electronVersion=${ready.electronVersion}`]
  const work = () => run(process.execPath, [...cli, ...electron], { cwd: root })
  const { code, output } = await step(`Package: ${targets.join(' ')}`, work)
  if (code !== 0) throw new SetupError(explain(output))
}

function explain(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|fetch failed/.test(output)) {
    return 'electron-builder fetches the tools that make installers, and their host cannot be reached: connect to the network, or make the unpacked app alone (npm run package:dir).'
  }
  return wayOut(output) ?? `electron-builder failed:\n${tail(output, 60)}`
}

/**
 * The packaged app for tests (Linux only), made anew if anything in it changed.
 * @param {Awaited<ReturnType<typeof import('../setup.mjs').setup>>} ready
 * @returns {Promise<{ GLOVEBOX_PACKAGED: string, GLOVEBOX_PACKAGED_TEST: string }>} the program as shipped, and the
 *   same tree with the one fuse on that Playwright needs to reach the main process
 */
export async function ensurePackage(ready) {
  const env = { GLOVEBOX_PACKAGED: join(unpacked, program), GLOVEBOX_PACKAGED_TEST: join(testTree, program) }
  const hash = packageHash(ready)
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (fresh && Object.values(env).every((path) => existsSync(path))) return env
  rmSync(stamp, { force: true })
  await packageApp(ready, ['--dir'])
  await makeTestTree()
  writeFileSync(stamp, hash)
  return env
}

/** What the end-to-end tests need in their environment for the packaged app. */
export const packagedForTests = async (ready) => (process.platform === 'linux' ? ensurePackage(ready) : {})

function packageHash({ electron, sqliteBinding }) {
  const hash = createHash('sha256').update(`${sourceHash()}\0${electron}\0${sqliteBinding}`)
  const files = ['electron-builder.yml', 'resources', 'scripts/lib/package-app.mjs']
  for (const path of files.flatMap((file) => filesUnder(join(root, file)))) {
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** The binding travels in resources/native, where main looks first; an empty folder means "the one in the package". */
function prepareNative(binding) {
  const native = join(work, 'native')
  rmSync(native, { recursive: true, force: true })
  mkdirSync(native, { recursive: true })
  if (binding) copyFileSync(binding, join(native, 'better_sqlite3.node'))
}

/**
 * electron-builder copies its Electron as it is, and an app in it would win over ours: leave any out. Its files are
 * only read, so links do. (A macOS bundle is taken whole: it is full of links of its own.)
 */
function electronDist({ electron }) {
  if (process.platform === 'darwin') return relative(root, inModules('electron', 'dist'))
  rmSync(dist, { recursive: true, force: true })
  linkTree(dirname(electron), dist, (path) => !/^resources[/\\](app|default_app)/.test(path))
  return relative(root, dist)
}

async function makeTestTree() {
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses')
  rmSync(testTree, { recursive: true, force: true })
  linkTree(unpacked, testTree, (path) => path !== program)
  // Copied, not linked: the fuse lies in this file.
  copyFileSync(join(unpacked, program), join(testTree, program))
  await flipFuses(join(testTree, program), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
}

/** The same files in another folder; copied where they cannot be linked (another disk). */
function linkTree(from, to, wanted) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const inner = relative(from, path)
    if (!wanted(inner)) continue
    const target = join(to, inner)
    mkdirSync(dirname(target), { recursive: true })
    try {
      linkSync(path, target)
    } catch {
      copyFileSync(path, target)
    }
  }
}
