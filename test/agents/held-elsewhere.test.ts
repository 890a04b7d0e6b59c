import { copyFileSync, existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findRunProcesses } from '../../src/main/process'
import { defaultSettings } from '../../src/shared'
import {
  type App,
  all,
  mayRun,
  pointAt,
  recorded,
  runInApp,
  startAgent,
  startApp,
  untilMeasured,
} from '../support/agents/app'
import { containersIn, deeds, lookAround, printedIn } from '../support/agents/held'
import { agentProgram } from '../support/agents/programs'
import { startEngine, type TestEngine } from '../support/docker/engine'
import { importTools, interpreterFiles } from '../support/docker/image'
import { calling, type ModelServer, startModelServer, text } from '../support/model-server'
import { hashFolder } from '../support/repository'

/** All that is the app's lies here, where the engine sees nothing, as if it ran on another machine. */
const hidden = realpathSync(mkdtempSync(join(tmpdir(), 'held-elsewhere-')))
let engine: TestEngine
let app: App
const servers: ModelServer[] = []
beforeAll(async () => {
  engine = await startEngine({ hidden })
  const programs = ['bash', 'find', 'git', 'grep', 'node']
  const guests = [agentProgram('claude'), agentProgram('codex')]
  const paths = ['/usr/lib/locale/C.utf8']
  const own = { programs, guests, paths }
  const image = await importTools(engine, 'for-agents:1', [own, interpreterFiles('perl')])
  vi.stubEnv('TMPDIR', hidden)
  app = await startApp({ environment: engine.environment })
  await app.call('settings.update', {
    sandbox: { ...defaultSettings.sandbox, order: ['docker'], image: { type: 'named', ref: image } },
  })
  await untilMeasured(app, 'docker')
}, 240_000)
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  await engine.remove()
})

async function serve(agent: 'claude' | 'codex', scenario: Parameters<typeof startModelServer>[0]) {
  const server = await startModelServer(scenario)
  servers.push(server)
  // The program alone is sent there; where npm put it, its neighbours would be sent too.
  const path = join(hidden, agent)
  if (!existsSync(path)) copyFileSync(agentProgram(agent), path)
  await pointAt(app, agent, server, { path })
  return server
}

describe.each(['claude', 'codex'] as const)('the real %s, held by an engine elsewhere', (agent) => {
  const { run, edit } = deeds[agent]

  it('edits and runs commands, and reaches its model with a key that is nowhere inside', async () => {
    const repository = hashFolder(app.project.path)
    const server = await serve(agent, [
      ...edit,
      calling(run(`${lookAround(app)}; cat src/add.js; echo networks: $(ls /sys/class/net).`)),
      text('Done.'),
    ])
    const played = await runInApp(app, agent, { capabilities: mayRun })
    expect(played.view, JSON.stringify(all(played, 'process.output'))).toMatchObject({
      status: 'succeeded',
      error: null,
      changedFiles: 1,
      level: { backend: 'docker', title: 'Held by a container' },
    })
    expect(hashFolder(app.project.path)).toBe(repository)
    expect(await containersIn(engine)).toBe(0)
    const output = printedIn(played)
    expect(output).toMatch(/^42$/m)
    expect(output).toContain('return a + b;')
    expect(output).toMatch(/^0$/m)
    expect(output).toContain('not there')
    // No network but its own.
    expect(output).toContain('networks: lo.')

    const [opened] = all(played, 'sandbox.opened')
    expect(opened).toMatchObject({
      backend: 'docker',
      network: 'proxied',
      reach: [new URL(server.url).host],
    })
    expect(server.modelRequests.length).toBeGreaterThan(edit.length)
    expect(JSON.stringify(server.modelRequests.map(({ headers }) => headers))).toContain(
      'test-key-of-no-account',
    )
    const { contacts } = await app.call('sessions.contacts', { sessionId: played.view.id })
    expect(contacts.length).toBeGreaterThan(0)
    expect(contacts.every(({ via, reason }) => via === 'provider' && reason === null)).toBe(true)
  })

  it('is cancelled in mid-stream, and leaves neither process nor container', async () => {
    const server = await serve(agent, [{ type: 'endless' }])
    const sessionId = await startAgent(app, agent)
    await server.nextModelRequest()
    await app.call('runs.cancel', { sessionId })
    const played = await recorded(app, sessionId)
    expect(played.view.status).toBe('cancelled')
    expect(await findRunProcesses([sessionId])).toEqual([])
    expect(await containersIn(engine)).toBe(0)
  })
})
