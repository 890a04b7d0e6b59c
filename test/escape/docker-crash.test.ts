import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDocker } from '../support/docker/box'
import { startEngine, type TestEngine } from '../support/docker/engine'
import { buildProgram } from './build'

const crashes = 30

let program = ''
let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  program = await buildProgram('docker-crash-program')
})
afterAll(async () => {
  await engine.remove()
})

const size = (path: string): number => (existsSync(path) ? statSync(path).size : 0)
const containers = async (): Promise<readonly unknown[]> => {
  const listed = await engine.ask('GET', '/containers/json?all=1')
  return Array.isArray(listed) ? listed : ['no answer']
}

async function startApp(
  installation: string,
): Promise<{ readonly app: ChildProcess; readonly folder: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docker-crash-')))
  const app = spawn(process.execPath, [program, folder, randomUUID(), installation], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...engine.environment },
  })
  return { app, folder }
}

const traces = (folder: string): readonly string[] =>
  ['agent', 'child'].map((name) => join(folder, 'mirror', name))

async function untilBeating(folder: string): Promise<void> {
  for (let round = 0; round < 3000 && traces(folder).some((path) => size(path) < 4); round += 1)
    await delay(20)
  expect(
    traces(folder)
      .map(size)
      .every((bytes) => bytes > 0),
  ).toBe(true)
}

async function kill(app: ChildProcess): Promise<void> {
  app.kill('SIGKILL')
  await once(app, 'exit')
}

async function expectGone(folder: string): Promise<void> {
  for (let round = 0; round < 1500 && (await containers()).length > 0; round += 1) await delay(20)
  expect(await containers()).toEqual([])
  const before = traces(folder).map(size)
  await delay(200)
  expect(traces(folder).map(size)).toEqual(before)
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(folder)
}

it('an app that is killed in the middle of a run leaves no container, thirty times over', async () => {
  for (let round = 0; round < crashes; round += 1) {
    const { app, folder } = await startApp('crash')
    // At another moment each time: while the container is made, at its start, and later.
    if (round % 3 === 0) await untilBeating(folder)
    else await delay(100 * (round % 10))
    await kill(app)
    // What was made and never started does not take itself away; the next start does.
    await delay(300)
    await testDocker(engine, { installation: 'crash' }).recover()
    await expectGone(folder)
  }
}, 600_000)

it('the clean-up after a crash touches only what is of this installation and not open', async () => {
  const other = await startApp('another')
  await untilBeating(other.folder)
  const image = (await engine.ask('GET', '/images/json')) as { Id: string }[]
  const foreign = (await engine.ask('POST', '/containers/create', { Image: image[0]?.Id, Cmd: ['/x'] })) as {
    Id: string
  }
  await testDocker(engine, { installation: 'crash' }).recover()
  const left = (await containers()) as { Id: string }[]
  expect(left).toHaveLength(2)
  expect(left.map(({ Id }) => Id)).toContain(foreign.Id)
  await engine.ask('DELETE', `/containers/${foreign.Id}`)
  const before = size(join(other.folder, 'mirror', 'agent'))
  await delay(500)
  expect(size(join(other.folder, 'mirror', 'agent'))).toBeGreaterThan(before)
  await kill(other.app)
  await expectGone(other.folder)
})
