import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies, pinnedNode } from './dependencies.mjs'
import { inModules, packageJson } from './paths.mjs'
import { SetupError, wayOut } from './say.mjs'

/**
 * Makes a file under scripts/ a command: installs the packages if need be, goes on under the pinned Node, and turns a
 * foreseen failure into its sentence. Does nothing when the file is merely imported.
 * @param {string} url the file's import.meta.url
 * @param {(args: string[]) => Promise<number | void>} main returns the exit code
 */
export async function command(url, main) {
  if (!isEntry(url)) return
  try {
    await ensureDependencies()
    process.exitCode = onPinnedNode() ? ((await main(process.argv.slice(2))) ?? 0) : await goOnPinned(url)
  } catch (error) {
    const sentence =
      error instanceof SetupError ? error.message : wayOut(`${error?.code ?? ''} ${error?.message}`)
    console.error(sentence ?? error)
    process.exitCode = 1
  }
}

function isEntry(url) {
  const entry = process.argv[1]
  return entry !== undefined && existsSync(entry) && realpathSync(entry) === realpathSync(fileURLToPath(url))
}

const onPinnedNode = () => process.version === `v${packageJson.devDependencies.node}`

function goOnPinned(url) {
  const env = { ...process.env, PATH: `${inModules('.bin')}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(pinnedNode, [fileURLToPath(url), ...process.argv.slice(2)], { stdio: 'inherit', env })
  // A terminal sends Ctrl-C to both; a supervisor's TERM reaches only us. Either way the child decides when to end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
