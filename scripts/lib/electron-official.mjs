import { lookup } from 'node:dns/promises'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { inModules, packageJson, readJson, sharedCache } from './paths.mjs'
import { run } from './run.mjs'
import { SetupError, step, wayOut } from './say.mjs'

const day = 24 * 60 * 60 * 1000
const answerWithin = 5_000
const downloadWithin = 15 * 60 * 1000
const memory = join(sharedCache, 'electron-download-failed.json')

/**
 * The official build of the pinned version. A failed download is remembered for a day, so that the next start is quick.
 * @returns {Promise<{ path: string } | { path: undefined, reason: string }>}
 */
export async function officialElectron({ retry }) {
  const there = installedProgram()
  if (there) return { path: there }
  const host = downloadHost()
  const wanted = `${packageJson.devDependencies.electron} from ${host}`
  const before = retry ? undefined : rememberedFailure(wanted)
  if (before) return { path: undefined, reason: before }
  const reason = (await unreachable(host)) ?? (await download())
  const now = reason ? undefined : installedProgram()
  if (now) {
    rmSync(memory, { force: true })
    return { path: now }
  }
  remember(wanted, reason ?? 'the download left no program')
  return { path: undefined, reason: reason ?? 'the download left no program' }
}

/** The same test as the package's own: the version file and path.txt agree, and the program is there. */
function installedProgram() {
  const dist = inModules('electron', 'dist')
  const pathFile = inModules('electron', 'path.txt')
  if (!existsSync(join(dist, 'version')) || !existsSync(pathFile)) return undefined
  const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
  const program = join(dist, readFileSync(pathFile, 'utf8').trim())
  return version === packageJson.devDependencies.electron && existsSync(program) ? program : undefined
}

const proxy = () => process.env.HTTPS_PROXY || process.env.https_proxy

function downloadHost() {
  const { ELECTRON_MIRROR: own, npm_config_electron_mirror: npm } = process.env
  try {
    return new URL(own || npm || 'https://github.com').host
  } catch {
    return 'github.com'
  }
}

/**
 * Asks for a connection first: a name that does not resolve fails at once and a silent firewall within seconds, while
 * a slow line still gets the long bound of the download itself.
 */
async function unreachable(host) {
  if (proxy()) return undefined
  const [name, port = '443'] = host.split(':')
  try {
    const { address } = await lookup(name)
    return await refusal(name, address, Number(port))
  } catch {
    return `${name} cannot be found`
  }
}

function refusal(name, address, port) {
  return new Promise((done) => {
    const socket = connect({ host: address, port, timeout: answerWithin })
    const end = (reason) => {
      socket.destroy()
      done(reason)
    }
    socket.on('connect', () => end(undefined))
    socket.on('timeout', () => end(`${name} does not answer`))
    socket.on('error', (error) => end(`${name} refuses (${error.code})`))
  })
}

async function download() {
  const env = proxy() ? { ...process.env, NODE_USE_ENV_PROXY: '1' } : process.env
  const script = inModules('electron', 'install.js')
  const work = () => run(process.execPath, [script], { timeout: downloadWithin, env })
  const result = await step(`Electron ${packageJson.devDependencies.electron}: downloading`, work)
  if (result.code === 0) return undefined
  if (result.timedOut) return `the download took over ${downloadWithin / 60_000} minutes`
  if (/ENOSPC|no space left/i.test(result.output)) throw new SetupError(wayOut(result.output))
  return /^\w*Error: .+$/m.exec(result.output)?.[0] ?? 'the download failed'
}

function rememberedFailure(wanted) {
  try {
    const failure = readJson(memory)
    const age = Date.now() - Date.parse(failure.at)
    return failure.wanted === wanted && age >= 0 && age < day ? failure.reason : undefined
  } catch {
    return undefined
  }
}

function remember(wanted, reason) {
  mkdirSync(sharedCache, { recursive: true })
  writeFileSync(memory, `${JSON.stringify({ wanted, at: new Date().toISOString(), reason })}\n`)
}
