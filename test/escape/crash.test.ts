import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { endRunProcesses, runBounded, startProcess } from '../../src/main/process'
import { createSandbox } from '../../src/main/sandbox'
import { buildProgram } from './build'

const crashes = 30

let program = ''
beforeAll(async () => {
  program = await buildProgram('crash-program')
})

const sandbox = createSandbox({
  backends: [],
  probe: { environment: {}, startProcess, runBounded, machine: process.arch, probesFolder: '/nonexistent' },
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

type Started = {
  readonly app: ChildProcess
  readonly folder: string
  readonly token: string
  readonly traces: readonly string[]
}

async function startApp(backend: string): Promise<Started> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crash-')))
  const token = randomUUID()
  const app = spawn(process.execPath, [program, folder, token, backend], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const traces = ['agent', 'child'].map((name) => join(folder, 'mirror', name))
  for (let round = 0; round < 3000 && traces.some((path) => size(path) < 4); round += 1) await delay(20)
  expect(traces.map(size).every((bytes) => bytes > 0)).toBe(true)
  return { app, folder, token, traces }
}

async function kill(app: ChildProcess): Promise<void> {
  app.kill('SIGKILL')
  await once(app, 'exit')
}

async function expectStill(traces: readonly string[]): Promise<void> {
  // Processes that were being killed may write once more.
  await delay(100)
  const before = traces.map(size)
  await delay(300)
  expect(traces.map(size)).toEqual(before)
}

/** Processes of this machine whose arguments hold the folder. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const path = `/proc/${pid}/cmdline`
      const line = existsSync(path) ? readFileSync(path, 'latin1') : ''
      return line.includes(folder) ? [line] : []
    })
}

async function expectNothingLeft({ folder, token }: Started): Promise<void> {
  for (let round = 0; round < 500 && processesOf(folder).length > 0; round += 1) await delay(10)
  expect(processesOf(folder)).toEqual([])
  expect(groupsOf(token)).toEqual([])
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(folder)
}

async function crashOfBubblewrap(): Promise<void> {
  const started = await startApp('bubblewrap')
  await kill(started.app)
  // It dies with what started it, before anything looks.
  await expectStill(started.traces)
  await sandbox.recover([started.token])
  await expectNothingLeft(started)
}

async function crashOfFirejail(): Promise<void> {
  const started = await startApp('firejail')
  await kill(started.app)
  // What the app's next start does.
  await endRunProcesses([started.token])
  await sandbox.recover([started.token])
  await expectStill(started.traces)
  await expectNothingLeft(started)
}

it.each([
  ['bubblewrap', crashOfBubblewrap],
  ['firejail', crashOfFirejail],
])(
  'an app that is killed in the middle of a run leaves nothing of %s, thirty times over',
  async (_, crash) => {
    for (let round = 0; round < crashes; round += 1) await crash()
  },
)

it('firejail’s run ends by the mark of its processes alone, where no control group helps', async () => {
  const started = await startApp('firejail')
  await kill(started.app)
  expect(await endRunProcesses([started.token])).toBeGreaterThan(0)
  await expectStill(started.traces)
  await sandbox.recover([started.token])
  await expectNothingLeft(started)
})

it('what belongs to another run is left alone by the clean-up of one', async () => {
  const started = await startApp('bubblewrap')
  const trace = started.traces[1] ?? ''
  await endRunProcesses([randomUUID()])
  await sandbox.recover([randomUUID()])
  const before = size(trace)
  await delay(400)
  expect(size(trace)).toBeGreaterThan(before)
  await kill(started.app)
  await sandbox.recover([started.token])
})
