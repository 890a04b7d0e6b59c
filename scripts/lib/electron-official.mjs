import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unreachable } from './network.mjs'
import { inModules, packageJson, readJson, sharedCache } from './paths.mjs'
import { run } from './run.mjs'
import { SetupError, step, wayOut } from './say.mjs'

const version = packageJson.devDependencies.electron
const day = 24 * 60 * 60 * 1000
const downloadWithin = 15 * 60 * 1000
const memory = join(sharedCache, 'electron-download-failed.json')

/**
 * The official build of the pinned version. A download that failed slowly is remembered for a day, so that the next
 * start is quick; a quick refusal is simply asked for again.
 * @returns {Promise<{ path: string } | { path: undefined, reason: string }>}
 */
export async function officialElectron({ retry }) {
  const there = installedProgram()
  if (there) return { path: there }
  const source = downloadSource()
  const before = retry ? undefined : rememberedFailure(source)
  if (before) return { path: undefined, reason: before }
  const begun = Date.now()
  // Asked first, since a slow line gets a long time for the download itself.
  const reason = (proxy() ? undefined : await unreachable(source)) ?? (await download())
  const path = installedProgram()
  if (path) return { path }
  const why = reason ?? 'the download left no program'
  if (Date.now() - begun > 1_000) remember(source, why)
  return { path: undefined, reason: why }
}

/** The same test as the package's own: the version file and path.txt agree, and the program is there. */
function installedProgram() {
  const dist = inModules('electron', 'dist')
  const pathFile = inModules('electron', 'path.txt')
  if (!existsSync(join(dist, 'version')) || !existsSync(pathFile)) return undefined
  const found = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
  const program = join(dist, readFileSync(pathFile, 'utf8').trim())
  return found === version && existsSync(program) ? program : undefined
}

const proxy = () => process.env.HTTPS_PROXY || process.env.https_proxy

function downloadSource() {
  const { ELECTRON_MIRROR: own, npm_config_electron_mirror: npm } = process.env
  const mirror = own || npm
  return mirror && URL.canParse(mirror) ? mirror : 'https://github.com/'
}

async function download() {
  const env = proxy() ? { ...process.env, NODE_USE_ENV_PROXY: '1' } : process.env
  const script = inModules('electron', 'install.js')
  const work = () => run(process.execPath, [script], { timeout: downloadWithin, env })
  const result = await step(`Electron ${version}: downloading`, work)
  if (result.code === 0) return undefined
  if (result.timedOut) return `the download took over ${downloadWithin / 60_000} minutes`
  if (/ENOSPC|no space left/i.test(result.output)) throw new SetupError(wayOut(result.output))
  return /^\w*Error: .+$/m.exec(result.output)?.[0] ?? 'the download failed'
}

function rememberedFailure(source) {
  try {
    const failure = readJson(memory)
    const age = Date.now() - Date.parse(failure.at)
    return failure.source === source && failure.version === version && age >= 0 && age < day
      ? failure.reason
      : undefined
  } catch {
    return undefined
  }
}

function remember(source, reason) {
  mkdirSync(sharedCache, { recursive: true })
  writeFileSync(memory, `${JSON.stringify({ version, source, at: new Date().toISOString(), reason })}\n`)
}
