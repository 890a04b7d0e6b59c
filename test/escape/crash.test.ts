import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { runBounded, startProcess } from '../../src/main/process'
import { createSandbox } from '../../src/main/sandbox'
import { buildProgram } from './build'

let program = ''
beforeAll(async () => {
  program = await buildProgram('crash-program')
})

const sandbox = createSandbox({
  backends: [],
  probe: { environment: {}, startProcess, runBounded, machine: process.arch, probesFolder: '/' },
  now: Date.now,
})

const size = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/** Control groups of this machine whose name holds the token. */
function groupsOf(token: string): readonly string[] {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  const roots = mounts.filter((line) => / - cgroup2? /.test(line)).map((line) => line.split(' ')[4] ?? '')
  const below = (folder: string, depth: number): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && depth < 4
        ? [join(folder, entry.name), ...below(join(folder, entry.name), depth + 1)]
        : [],
    )
  return roots.flatMap((root) => below(root, 0)).filter((path) => path.includes(token))
}

async function crash(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crash-')))
  const token = randomUUID()
  const app = spawn(process.execPath, [program, folder, token], { stdio: ['ignore', 'pipe', 'inherit'] })
  const traces = ['agent', 'child'].map((name) => join(folder, 'mirror', name))
  for (let round = 0; round < 1500 && traces.some((path) => size(path) < 4); round += 1) await delay(10)
  expect(traces.map(size).every((bytes) => bytes > 0)).toBe(true)
  app.kill('SIGKILL')
  await once(app, 'exit')
  // Processes that were being killed may write once more.
  await delay(100)
  const before = traces.map(size)
  await delay(300)
  expect(traces.map(size)).toEqual(before)
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(folder)
  await sandbox.recover([token])
  expect(groupsOf(token)).toEqual([])
}

it('an app that is killed in the middle of a run leaves nothing of it, thirty times over', async () => {
  for (let round = 0; round < 30; round += 1) await crash()
})

it('what belongs to another run is left alone by the clean-up of one', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crash-')))
  const token = randomUUID()
  const app = spawn(process.execPath, [program, folder, token], { stdio: ['ignore', 'pipe', 'inherit'] })
  const trace = join(folder, 'mirror', 'child')
  for (let round = 0; round < 1500 && size(trace) < 2; round += 1) await delay(10)
  await sandbox.recover([randomUUID()])
  const before = size(trace)
  await delay(400)
  expect(size(trace)).toBeGreaterThan(before)
  app.kill('SIGKILL')
  await once(app, 'exit')
  await sandbox.recover([token])
})
