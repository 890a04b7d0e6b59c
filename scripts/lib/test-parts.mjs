import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { agentEnvironment } from './agent-programs.mjs'
import { withDisplay } from './display.mjs'
import { inModules, localCache, readJson, root } from './paths.mjs'
import { run, runNpm } from './run.mjs'
import { playwrightTroubles, vitestTroubles } from './test-report.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number } & import('./test-report.mjs').Troubles} Count */

/** A part that says "failed" by its exit code alone still counts, whatever its report says. */
const counted = (
  code,
  { passed = 0, failed = 0, skipped = 0 } = {},
  { failures, unsteady } = noTroubles,
) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
  skipped,
  failures,
  unsteady,
})
const noTroubles = { failures: [], unsteady: [] }

/**
 * Real programs on a shared machine: an automatic run gives each of their tests a second try, and says which took it.
 * By hand nothing is tried twice.
 */
const tries = process.env['CI'] === 'true' ? 1 : 0

/** Format, lint, graph and types: counts as one test. */
export async function check() {
  const { code } = await runNpm(['run', '--silent', 'check'], { cwd: root, show: true })
  if (code === 0) return counted(code, { passed: 1 })
  const failure = {
    file: 'npm run check',
    name: 'format, lint, graph, types',
    message: 'See its output above.',
  }
  return counted(code, {}, { failures: [failure], unsteady: [] })
}

/**
 * One project of vitest.config.ts.
 * @param {string} project
 * @param {Record<string, string>} env
 * @param {readonly string[]} [args] for `vitest run`
 * @returns {Promise<Count>}
 */
export async function vitest(project, env, args = []) {
  const report = freshReport(project)
  const cli = [inModules('vitest', 'vitest.mjs'), 'run', '--project', project]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const retry = project === 'unit' ? [] : [`--retry=${tries}`]
  const { code } = await run(process.execPath, [...cli, ...reporters, ...retry, ...args], options(env))
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = read(report)
  return counted(code, { passed, failed, skipped }, vitestTroubles(report))
}

/**
 * The tests with the real programs of the agents, on the display there is or a virtual one.
 * @param {Record<string, string>} env
 * @param {readonly string[]} [args] for `vitest run`
 * @returns {Promise<Count>}
 */
export const agents = (env, args = []) => withAgents('agents', env, args)

/**
 * What is held by a sandbox: every attempt to get out of it, by every actor, and the real agents inside.
 * @param {Record<string, string>} env
 * @param {readonly string[]} [args] for `vitest run`
 * @returns {Promise<Count>}
 */
export const escapes = (env, args = []) => withAgents('escape', env, args)

async function withAgents(project, env, args) {
  const programs = await agentEnvironment()
  return withDisplay((display) => vitest(project, { ...env, ...programs, ...display }, args))
}

/**
 * The end-to-end tests, on the display there is or a virtual one.
 * @param {Record<string, string>} env
 * @param {readonly string[]} [args] for `playwright test`
 * @returns {Promise<Count>}
 */
export async function endToEnd(env, args = []) {
  const report = freshReport('e2e')
  const cli = [inModules('@playwright', 'test', 'cli.js'), 'test', '-c', 'playwright.config.ts']
  const reporter = args.some((argument) => argument.startsWith('--reporter')) ? [] : ['--reporter=list,json']
  const { code } = await withDisplay((display) =>
    run(
      process.execPath,
      [...cli, ...reporter, `--retries=${tries}`, ...args],
      options({ ...env, ...display, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    ),
  )
  const { expected = 0, flaky = 0, unexpected: failed, skipped } = read(report).stats ?? {}
  return counted(code, { passed: expected + flaky, failed, skipped }, playwrightTroubles(report))
}

const options = (env) => ({ cwd: root, show: true, env: { ...process.env, ...env } })

function freshReport(name) {
  const folder = join(localCache, 'test')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

const read = (report) => (existsSync(report) ? readJson(report) : {})
