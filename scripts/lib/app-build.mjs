import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inModules, localCache, root } from './paths.mjs'
import { run } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'

const stamp = join(localCache, 'build.sha256')
const inputs = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']

/** Builds the app into out/ if its sources are not those of the last build. */
export async function ensureBuild() {
  const hash = sourceHash()
  if (existsSync(join(root, 'out/main/index.js')) && lastBuild() === hash) return
  rmSync(stamp, { force: true })
  const args = [inModules('electron-vite', 'bin', 'electron-vite.js'), 'build', '--logLevel', 'warn']
  const { code, output } = await step('App: building', () => run(process.execPath, args, { cwd: root }))
  if (code !== 0) throw new SetupError(wayOut(output) ?? `The app could not be built:\n${tail(output, 60)}`)
  mkdirSync(localCache, { recursive: true })
  writeFileSync(stamp, hash)
}

const lastBuild = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined)

/** A hash over names and contents of everything the build reads. */
export function sourceHash() {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((input) => filesUnder(join(root, input)))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Every file of a folder, in a fixed order; of a file itself; of nothing, none.
 * @param {string} path
 * @returns {string[]}
 */
export function filesUnder(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    return error.code === 'ENOTDIR' ? [path] : []
  }
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return sorted.flatMap((entry) => {
    const inner = join(path, entry.name)
    return entry.isDirectory() ? filesUnder(inner) : [inner]
  })
}
