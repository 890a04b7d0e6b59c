import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type ProcessExit, runBounded, startProcess } from '../../../src/main/process'
import { createSandbox, createSubprocess, probeBackend, requiredAspects } from '../../../src/main/sandbox'
import { boxRequest, command, makeFolders } from '../../support/box'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'docker-engine-')))
const at = (path: string) => ({ environment: { PATH: '/usr/bin:/bin', DOCKER_HOST: `unix://${path}` } })

const open: { close: () => void }[] = []
const engines: TestEngine[] = []
afterEach(async () => {
  for (const each of open.splice(0)) each.close()
  for (const each of engines.splice(0)) await each.remove()
})
async function newEngine(): Promise<TestEngine> {
  const engine = await startEngine()
  engines.push(engine)
  return engine
}
async function listen<S extends Server | ReturnType<typeof createHttpServer>>(server: S): Promise<string> {
  const path = join(folder(), 'docker.sock')
  open.push(server)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return path
}

const probeDeps = () => ({
  environment: process.env,
  startProcess,
  runBounded,
  machine: process.arch,
  probesFolder: folder(),
})

describe('what answers by the name of an engine', () => {
  it('says what is wrong where none is there, and the way out', async () => {
    const found = await testDocker(at('/nonexistent/docker.sock')).locate()
    expect(found).toMatchObject({ ok: false, error: { code: 'sandbox.not_installed' } })
    if (!found.ok) expect(found.error.message).toContain('Start it')
  })

  it('says that nothing listens any more', async () => {
    const server = createServer()
    const path = await listen(server)
    server.close()
    writeFileSync(path, '')
    expect(await testDocker(at(path)).locate()).toMatchObject({
      ok: false,
      error: { code: 'sandbox.not_installed' },
    })
  })

  it.each([
    ['something that is no server of HTTP', () => createServer((socket) => socket.end('hello\n'))],
    [
      'a server that answers everything with OK',
      () => createHttpServer((_, response) => response.end('{"ok":true}')),
    ],
    [
      'one that says no to everything',
      () =>
        createHttpServer((_, response) => {
          response.statusCode = 500
          response.end('no')
        }),
    ],
  ])('names %s a lie', async (_, make) => {
    expect(await testDocker(at(await listen(make()))).locate()).toMatchObject({
      ok: false,
      error: { code: 'sandbox.lying' },
    })
  })

  it('never runs unboxed where what answers says yes to everything and holds nothing', async () => {
    const path = await listen(
      createHttpServer((request, response) => {
        const answer = /version/.test(request.url ?? '')
          ? { Version: '24.0.0', ApiVersion: '1.43', Components: [] }
          : /info/.test(request.url ?? '')
            ? { ID: 'x', OSType: 'linux', MemoryLimit: true, PidsLimit: true }
            : {
                Id: 'sha256:1',
                State: { Running: true, Pid: process.pid },
                Running: false,
                ExitCode: 0,
                Pid: 1,
              }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer))
      }),
    )
    const sandbox = createSandbox({
      backends: [testDocker(at(path)), createSubprocess({ environment: process.env, startProcess })],
      probe: probeDeps(),
      now: Date.now,
    })
    const [probe] = await sandbox.probes()
    expect(probe).toMatchObject({ backend: 'docker', available: false })
    const chosen = await sandbox.choose(
      { order: ['docker', 'subprocess'], required: requiredAspects('none'), subprocessConsented: false },
      'none',
    )
    expect(chosen).toMatchObject({ ok: false, error: { code: 'sandbox.not_consented' } })
  }, 120_000)
})

describe('an engine that stops in the middle', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('ends a run with its name (%s)', async (signal) => {
    const engine = await newEngine()
    const opened = await openBox(testDocker(engine))
    const wrapped = await opened.box.wrap(
      command(opened.folders, ['sh', '-c', 'while :; do echo beat; sleep 0.1; done']),
    )
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    const lines: string[] = []
    const started = await opened.box.startProcess(wrapped.value, {
      runToken: opened.request.token,
      limits: { wallTimeMs: 120_000, outputBytes: 10_000_000, idleTimeMs: 120_000 },
      handlers: {
        onLine: (line) => lines.push(line),
        onStderr: () => undefined,
        onLimit: () => undefined,
      },
    })
    if (!started.ok) throw new Error(started.error.message)
    expect(started.value.pid).toBeGreaterThan(0)
    for (let round = 0; round < 500 && lines.length < 3; round += 1) await delay(20)
    await engine.stop(signal)
    const exit: ProcessExit = await started.value.exited
    expect(exit).toMatchObject({ code: null, error: { code: 'sandbox.lost' } })
    expect(
      await opened.box.runBounded?.(wrapped.value, {
        runToken: 'x',
        wallTimeMs: 1000,
        outputBytes: 1,
        keepBytes: 1,
      }),
    ).toMatchObject({ ok: false, error: { code: 'sandbox.lost' } })
    await opened.box.close()
  })

  it('refuses a box when it is gone, or is another one, since it was probed', async () => {
    const engine = await newEngine()
    const backend = testDocker(engine)
    const tool = await backend.locate()
    if (!tool.ok) throw new Error(tool.error.message)
    await engine.stop()
    expect(await backend.open(tool.value, boxRequest(makeFolders()))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.lost' },
    })
    expect((await probeBackend(backend, probeDeps(), Date.now)).probe).toMatchObject({
      available: false,
      problem: { code: 'sandbox.not_installed' },
    })
  })

  it('names a container that was ended from outside', async () => {
    const engine = await newEngine()
    const opened = await openBox(testDocker(engine))
    const running = runIn(opened, ['sleep', '60'])
    const failed = expect(running).rejects.toThrow('sandbox.lost')
    for (let round = 0; round < 500; round += 1) {
      const [first] = (await engine.ask('GET', '/containers/json')) as { Id: string }[]
      if (first !== undefined) {
        await delay(500)
        await engine.ask('POST', `/containers/${first.Id}/kill`)
        break
      }
      await delay(20)
    }
    await failed
    expect(await runIn(opened, ['echo', 'on'])).toMatchObject({ code: 0, stdout: 'on\n' })
    await opened.box.close()
  })
})

it('an account that may not use the socket is told so, and what membership means', async () => {
  // As root there is no such socket; the words are those of the error that others get.
  const place = folder()
  mkdirSync(join(place, 'closed'))
  chmodSync(join(place, 'closed'), 0o000)
  const found = await testDocker(at(join(place, 'closed', 'docker.sock'))).locate()
  expect(found.ok).toBe(false)
  if (!found.ok)
    expect(found.error.code).toBe(
      process.getuid?.() === 0 ? 'sandbox.not_installed' : 'sandbox.not_permitted',
    )
})
