import { existsSync, readFileSync, renameSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { pinnedNode } from './dependencies.mjs'
import { inModules, readJson, root, sharedCache } from './paths.mjs'
import { run } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'
import { inWorkFolder } from './work-folder.mjs'

/**
 * better-sqlite3 ships binaries that need Node-API 10, which Electron has from 35 on. An older Electron (the one of the
 * npm registry) gets a binding built from the package's own source as a module of the experimental Node-API version
 * (node-api-experimental.h says why). That one file also loads in Node 20 and newer. Two compiler calls do it: no
 * node-gyp, no Python, no download of headers.
 */
const firstWithNodeApi10 = 35

/** Changes with the way it is built, so that a binding built the old way is not taken. */
const recipe = 1

export const needsOwnBinding = (electron) => Number.parseInt(electron.version, 10) < firstWithNodeApi10

const bindingFile = () => {
  const { version } = readJson(inModules('better-sqlite3', 'package.json'))
  return join(sharedCache, `better-sqlite3-${version}-${process.platform}-${process.arch}-r${recipe}.node`)
}

/** Whether the compiler will be needed. */
export const bindingIsMissing = (electron) => needsOwnBinding(electron) && !existsSync(bindingFile())

/**
 * The binding that this Electron needs, or null if the one in the package serves.
 * @param {import('./electron.mjs').Electron} electron
 * @returns {Promise<string | null>} absolute path of a .node file, for better-sqlite3's `nativeBinding` option
 */
export async function sqliteBinding(electron) {
  if (!needsOwnBinding(electron)) return null
  const target = bindingFile()
  if (existsSync(target)) return target
  if (process.platform !== 'linux') {
    throw new SetupError(
      `Electron ${electron.version} is too old for the SQLite binding: name one of version ${firstWithNodeApi10} or newer (ELECTRON_EXEC_PATH).`,
    )
  }
  await inWorkFolder(async (work) => {
    const what = `SQLite: building the binding for Electron ${electron.version} (about a minute)`
    const made = await step(what, () => compile(work))
    await step('SQLite: trying it', () => prove(made, electron))
    renameSync(made, target)
  })
  return target
}

async function compile(work) {
  const source = inModules('better-sqlite3')
  const headers = [
    inModules('node-api-headers', 'include'),
    inModules('node-addon-api'),
    join(source, 'deps/sqlite3'),
  ]
  const object = (name) => join(work, `${name}.o`)
  const common = ['-c', '-O2', '-fPIC', '-DNDEBUG']
  const sqlite = [...common, '-std=gnu99', '-w', ...sqliteDefines(source)]
  const addon = [
    ...common,
    '-std=c++20',
    '-fvisibility=hidden',
    '-fvisibility-inlines-hidden',
    '-DNAPI_DISABLE_CPP_EXCEPTIONS',
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
    '-DBUILDING_NODE_EXTENSION',
    ...headers.map((path) => `-I${path}`),
    '-include',
    join(root, 'scripts/lib/node-api-experimental.h'),
  ]
  const stop = new AbortController()
  const calls = [
    () => call('gcc', [...sqlite, join(source, 'deps/sqlite3/sqlite3.c'), '-o', object('sqlite3')], stop),
    () => call('g++', [...addon, join(source, 'src/better_sqlite3.cpp'), '-o', object('addon')], stop),
  ]
  if (cpus().length > 1) await Promise.all(calls.map((start) => start()))
  else for (const start of calls) await start()
  const made = join(work, 'better_sqlite3.node')
  const link = [
    '-shared',
    '-s',
    '-Wl,-Bsymbolic',
    '-Wl,--exclude-libs,ALL',
    object('addon'),
    object('sqlite3'),
  ]
  await call('g++', [...link, '-ldl', '-lm', '-lpthread', '-o', made])
  return made
}

/** SQLite's compile-time options, from the package's own list. */
function sqliteDefines(source) {
  const list = readFileSync(join(source, 'deps/defines.gypi'), 'utf8')
  return [...list.matchAll(/'((?:HAVE|SQLITE)_[A-Z0-9_]+(?:=[^']*)?)'/g)].map(([, define]) => `-D${define}`)
}

/** @param {AbortController} [stop] ends the other compiler when one fails */
async function call(compiler, args, stop) {
  const { code, output } = await run(compiler, args, stop ? { signal: stop.signal } : {})
  if (code === 0) return
  stop?.abort()
  throw new SetupError(
    wayOut(output) ?? `The SQLite binding could not be built (${compiler}):\n${tail(output)}`,
  )
}

/** Loads it in both runtimes and works it until objects are collected: where a wrong build crashes. */
async function prove(binding, electron) {
  const script = join(root, 'scripts/lib/sqlite-proof.cjs')
  for (const program of [pinnedNode, electron.path]) {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const { code, output } = await run(program, ['--expose-gc', script, binding], { env })
    if (code !== 0) throw new SetupError(`The SQLite binding does not work in ${program}:\n${tail(output)}`)
  }
}
