import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { npmNetworkArgs } from './network.mjs'
import { readJson, sharedCache } from './paths.mjs'
import { ask, runNpm } from './run.mjs'
import { SetupError, step, tail, wayOut } from './say.mjs'
import { inWorkFolder } from './work-folder.mjs'

/**
 * The agents' own programs that tests run, at versions whose output the suite knows. The integrity is the registry's
 * for the wrapper package and is checked against what npm installed; npm checks the platform packages itself.
 */
const agents = {
  claude: {
    name: '@anthropic-ai/claude-code',
    version: '2.1.197',
    integrity:
      'sha512-EqrwbRcI7M5y8jQlayIfTMmbZJ2OQaLOc7KwIWKdryQCdKWUEFr+C9rMovZUuj2Asndi7aqLujEzRtr471gncg==',
    program: (modules) => inPlatformPackage(join(modules, '@anthropic-ai'), 'claude-code', ['claude']),
  },
  codex: {
    name: '@openai/codex',
    version: '0.171.0',
    integrity:
      'sha512-1IOFzL2Xg86tLdw6kDo3GoKbkQENgQi7TI6rlEvN132R7ngSw7SNOIQoTcnKzSZZ8kf9N9GynCweSoaFbqk2Eg==',
    program: (modules) =>
      inPlatformPackage(join(modules, '@openai'), 'codex', ['vendor', '*', 'bin', 'codex']),
  },
}

const versions = Object.entries(agents).map(([id, { version }]) => `${id}-${version}`)
const target = join(sharedCache, `agents-${versions.join('-')}`)

/**
 * The real programs of Claude Code and Codex, from the cache that all checkouts share; installed there if need be.
 * @returns {Promise<{ claude: string, codex: string }>} absolute paths of the native programs
 */
export async function agentPrograms() {
  if (!existsSync(target)) await inWorkFolder(install)
  const modules = join(target, 'node_modules')
  return { claude: await agents.claude.program(modules), codex: await agents.codex.program(modules) }
}

/** As environment variables, for the tests that start them. */
export async function agentEnvironment() {
  const { claude, codex } = await agentPrograms()
  return { GLOVEBOX_CLAUDE: claude, GLOVEBOX_CODEX: codex }
}

async function install(work) {
  // The work folder is this user's alone; the programs may be run as another.
  const prefix = join(work, 'agents')
  await mkdir(prefix)
  const specs = Object.values(agents).map(({ name, version }) => `${name}@${version}`)
  const args = [
    'install',
    ...specs,
    `--prefix=${prefix}`,
    '--save-exact',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(await npmNetworkArgs()),
  ]
  const what = `Agents: installing ${specs.join(' and ')} (about 220 MB)`
  // Run in the folder itself, so that nothing of this checkout counts as the package installed into.
  const { code, output } = await step(what, () => runNpm(args, { cwd: prefix }))
  if (code !== 0) {
    throw new SetupError(wayOut(output) ?? `npm could not install ${specs.join(' and ')}:\n${tail(output)}`)
  }
  await check(prefix)
  await rename(prefix, target).catch((error) => {
    // Another set-up was quicker: its folder is as good.
    if (!existsSync(target)) throw error
  })
}

async function check(prefix) {
  const modules = join(prefix, 'node_modules')
  const { packages } = readJson(join(modules, '.package-lock.json'))
  for (const { name, version, integrity, program } of Object.values(agents)) {
    if (packages[`node_modules/${name}`]?.integrity !== integrity) {
      throw new SetupError(
        `The registry's ${name}@${version} is not the one the tests know (its sha512 differs), so it was not kept. Check the registry that npm uses (npm config get registry).`,
      )
    }
    const answer = ask(await program(modules), ['--version'])
    if (!answer?.includes(version)) {
      throw new SetupError(
        `${name}@${version} was installed but does not start on this system (it printed ${JSON.stringify(answer ?? 'nothing')}).`,
      )
    }
  }
}

/** npm installs the package of this platform alone, so the one folder beside the wrapper's is it. */
async function inPlatformPackage(scope, wrapper, path) {
  const folder = (await readdir(scope)).find((name) => name.startsWith(`${wrapper}-`))
  if (!folder) {
    throw new SetupError(`There is no build of ${wrapper} for ${process.platform} ${process.arch}.`)
  }
  let found = join(scope, folder)
  for (const part of path) found = join(found, part === '*' ? (await readdir(found))[0] : part)
  return process.platform === 'win32' ? `${found}.exe` : found
}
