import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findRunProcesses } from '../../src/main/process'
import { defaultSettings } from '../../src/shared'
import {
  type App,
  all,
  mayRun,
  mayWrite,
  pointAt,
  recorded,
  runInApp,
  startAgent,
  startApp,
} from '../support/agents/app'
import { containersIn, deeds, lookAround, printedIn } from '../support/agents/held'
import { startEngine, type TestEngine } from '../support/docker/engine'
import { calling, type ModelServer, startModelServer, text } from '../support/model-server'
import { hashFolder } from '../support/repository'

let engine: TestEngine
let app: App
let site: Server
let host = ''
const servers: ModelServer[] = []
beforeAll(async () => {
  engine = await startEngine()
  site = createServer((_, response) => response.end('a page of the site'))
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await startApp({ environment: engine.environment, hosts: [host] })
}, 240_000)
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(async () => {
  await app.close()
  site.close()
  await engine.remove()
})

async function serve(agent: 'claude' | 'codex', scenario: Parameters<typeof startModelServer>[0]) {
  const server = await startModelServer(scenario)
  servers.push(server)
  await pointAt(app, agent, server)
  return server
}

const titles = { docker: 'Held by a container', bubblewrap: 'Held by bubblewrap' } as const

describe.each([
  ['claude', 'docker'],
  ['codex', 'docker'],
  ['claude', 'bubblewrap'],
  ['codex', 'bubblewrap'],
] as const)('the real %s, held by %s', (agent, backend) => {
  beforeAll(() => app.call('settings.update', { sandbox: { ...defaultSettings.sandbox, order: [backend] } }))

  const { run, edit } = deeds[agent]

  it('edits, and reaches its model with a key that is nowhere inside', async () => {
    const before = hashFolder(app.project.path)
    const server = await serve(agent, [...edit, text('Done.')])
    const played = await runInApp(app, agent, { capabilities: mayWrite })
    expect(played.view).toMatchObject({
      status: 'succeeded',
      error: null,
      changedFiles: 1,
      level: { backend, title: titles[backend] },
    })
    expect(hashFolder(app.project.path)).toBe(before)
    expect(server.modelRequests.length).toBeGreaterThan(1)
    expect(await containersIn(engine)).toBe(0)
    const [opened] = all(played, 'sandbox.opened')
    expect(opened).toMatchObject({ backend, network: 'proxied', reach: [new URL(server.url).host] })
    const sent = JSON.stringify(server.modelRequests.map(({ headers }) => headers))
    expect(sent).toContain('test-key-of-no-account')
    const { contacts } = await app.call('sessions.contacts', { sessionId: played.view.id })
    expect(contacts).toHaveLength(played.view.contacts)
    expect(contacts.every(({ via, reason }) => via === 'provider' && reason === null)).toBe(true)
  })

  it('runs commands, which find no key and no other file', async () => {
    await serve(agent, [calling(run(lookAround(app))), text('Looked.')])
    const played = await runInApp(app, agent, { capabilities: mayRun })
    expect(played.view).toMatchObject({ status: 'succeeded', level: { backend } })
    const output = printedIn(played)
    expect(output).toMatch(/^42$/m)
    expect(output).toMatch(/^0$/m)
    expect(output).toContain('not there')
  })

  it('reaches the hosts that were listed and no other, and each try is on record', async () => {
    // Node's own requests don't go by the proxy that its variables name.
    const get = (url: string) =>
      `node -e "const u = new URL(process.env.HTTP_PROXY); require('http').get({ host: u.hostname, port: u.port, path: '${url}' }, (r) => r.pipe(process.stdout))"`
    const other = 'http://other.example/'
    await serve(agent, [calling(run(`${get(`http://${host}/`)}; ${get(other)}`)), text('Asked.')])
    const played = await runInApp(app, agent, { capabilities: [...mayRun, 'reach_network'], hosts: [host] })
    expect(played.view).toMatchObject({ status: 'succeeded', level: { backend } })
    expect(printedIn(played).match(/a page of the site/g)).toHaveLength(1)
    const { contacts } = await app.call('sessions.contacts', { sessionId: played.view.id })
    const out = contacts.filter(({ via }) => via !== 'provider')
    const [name, port] = host.split(':')
    expect(out).toContainEqual(expect.objectContaining({ host: name, port: Number(port), allowed: true }))
    expect(out).toContainEqual(
      expect.objectContaining({ host: 'other.example', port: 80, allowed: false, reason: 'host_not_listed' }),
    )
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
