import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const entries = {
  'mirror-worker': 'src/main/workspace/mirror-worker.ts',
  'snapshot-worker': 'src/main/workspace/snapshot-worker.ts',
  'egress-worker': 'src/main/egress/egress-worker.ts',
  'as-other-user': 'test/support/as-other-user.ts',
}
const sources = [
  'src/main/workspace',
  'src/main/egress',
  'src/main/store/content',
  'src/main/process',
  'src/shared',
  'test/support',
]

/**
 * The worker entries that tests start, bundled as electron-vite bundles them, and the program that tests run as another
 * user. Kept below .cache by a hash over the sources, so that only a change builds them anew.
 */
export async function buildWorkers(): Promise<{
  readonly mirror: URL
  readonly snapshot: URL
  readonly egress: URL
  readonly asOtherUser: string
}> {
  const folder = resolve('.cache/workers', await hashSources())
  if (!existsSync(folder)) await buildInto(folder)
  const url = (name: keyof typeof entries): URL => pathToFileURL(join(folder, `${name}.js`))
  return {
    mirror: url('mirror-worker'),
    snapshot: url('snapshot-worker'),
    egress: url('egress-worker'),
    asOtherUser: join(folder, 'as-other-user.js'),
  }
}

/** Built beside its place and moved there whole: several test files may build at the same time. */
async function buildInto(folder: string): Promise<void> {
  const temporary = `${folder}.${randomUUID()}`
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: temporary,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(path)])),
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true },
  })
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }))
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  await mkdir('.cache/workers', { recursive: true })
  for (const source of sources) {
    const names = await readdir(source, { recursive: true })
    for (const name of names.filter((each) => each.endsWith('.ts')).sort())
      hash.update(name).update(await readFile(join(source, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
