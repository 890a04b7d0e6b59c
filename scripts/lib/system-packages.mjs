import { existsSync } from 'node:fs'
import { needsDisplay } from './display.mjs'
import { ask, isRoot, onPath, run } from './run.mjs'
import { SetupError, say, step, tail, wayOut } from './say.mjs'

/** Debian's names of what Electron links against. */
const libraries = ['libgtk-3-0', 'libnss3', 'libatk-bridge2.0-0', 'libgbm1', 'libasound2', 'libcups2']

/**
 * Sees to what the system must bring: the libraries of Electron, git, a virtual display where there is none, and a
 * compiler where the SQLite binding has to be built. Installed when we may; else the command to type is the error.
 * @param {{ electron: string, compiler: boolean, tests: boolean }} needs electron: its program; tests: what traces and holds them
 */
export async function ensureSystemPackages({ electron, compiler, tests }) {
  if (process.platform !== 'linux') return
  const missing = missingPackages(electron, compiler, tests)
  if (missing.length === 0) return
  if (!isRoot() || !onPath('apt-get')) throw new SetupError(instruction(missing))
  await install(missing)
  const still = missingPackages(electron, compiler, tests)
  if (still.length > 0) throw new SetupError(instruction(still))
}

function missingPackages(electron, compiler, tests) {
  const missing = []
  if (missingLibraries(electron).length > 0) missing.push(...libraries)
  if (!onPath('git')) missing.push('git')
  if (needsDisplay() && !onPath('Xvfb')) missing.push('xvfb')
  if (compiler && !(onPath('g++') && onPath('gcc'))) missing.push('g++')
  // Tests prove what is opened before consent by tracing it, and what a sandbox holds by trying to get out of it.
  if (tests && !onPath('strace')) missing.push('strace')
  if (tests && !onPath('bwrap')) missing.push('bubblewrap')
  if (tests && !onPath('firejail')) missing.push('firejail')
  // The engine of the tests' own; a machine's running one is left alone.
  if (tests && !(onPath('dockerd') || existsSync('/usr/sbin/dockerd'))) missing.push('docker.io')
  // The attempts are written in it, and inside a box the system's own is seen.
  if (tests && !existsSync('/usr/bin/python3')) missing.push('python3')
  // How real programs greet a server is heard from these.
  if (tests && !onPath('curl')) missing.push('curl')
  if (tests && !onPath('openssl')) missing.push('openssl')
  return missing
}

/** Asked of the program itself, so that libraries from anywhere count. */
const missingLibraries = (electron) => [
  ...(ask('ldd', [electron]) ?? '').matchAll(/^\s*(\S+) => not found/gm),
]

function instruction(missing) {
  const sudo = isRoot() ? '' : 'sudo '
  const how = onPath('apt-get')
    ? `Type: ${sudo}apt-get update && ${sudo}apt-get install -y ${missing.map(nameHere).join(' ')}`
    : `Install them with your system's package manager (their names on Debian: ${missing.join(' ')})`
  return `System packages are missing. ${how}\nThen run this again.`
}

async function install(missing) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // A fresh machine has no package lists; their age elsewhere is unknown, and old lists name files that are gone.
  await step('System packages: apt-get update', () => run('apt-get', ['update', '-qq'], { env }))
  const names = missing.map(nameHere)
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const what = `System packages: apt-get install ${names.join(' ')}`
  const { code, output } = await step(what, () => run('apt-get', args, { env }))
  if (code === 0) return
  const offline = /Could not resolve|Failed to fetch|Unable to (locate|fetch)|has no installation candidate/
  const reason = offline.test(output) ? "Debian's packages could not be fetched." : wayOut(output)
  if (!reason) say(tail(output))
  throw new SetupError(
    `${reason ?? 'apt-get failed.'} Put that right (network, sources, disk), or install ${names.join(' ')} by hand, then run this again.`,
  )
}

/** Newer releases call some libraries …t64. */
function nameHere(name) {
  const renamed = ask('apt-cache', ['show', '--no-all-versions', `${name}t64`], { stdio: 'pipe' })
  return renamed ? `${name}t64` : name
}
