import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRunProcesses } from '../../src/main/process'
import { type App, all, holdBy, type Recorded, recorded, startApp } from '../support/agents/app'
import {
  type Disaster,
  disasterScenario,
  disastersFor,
  makeFloodingProgram,
  startDisaster,
} from '../support/agents/disasters'
import { printedIn } from '../support/agents/held'
import { startEngine, type TestEngine } from '../support/docker/engine'
import { type ModelServer, startModelServer } from '../support/model-server'

let engine: TestEngine
let app: App
let server: ModelServer
let flooding = ''
beforeAll(async () => {
  engine = await startEngine()
  server = await startModelServer(disasterScenario)
  flooding = makeFloodingProgram()
  app = await startApp({ environment: { ...engine.environment, PATH: process.env['PATH'] ?? '' } })
}, 240_000)
afterAll(async () => {
  await app.close()
  await server.close()
  await engine.remove()
})

/** A session holds no more than its limits allow, whatever was printed into it. */
const mostRows = 51_000

function expectNamed(played: Recorded, { named }: Disaster): void {
  const { view } = played
  const limits = all(played, 'limit.reached').map(({ limit }) => limit)
  if ('endedBy' in named) {
    expect(view).toMatchObject({ status: 'limit_exceeded', error: { code: 'policy.limit_reached' } })
    expect(named.endedBy).toContain(view.error?.details['limit'])
    expect(view.error?.message).toMatch(/^Stopped at the limit: /)
  } else if ('met' in named) expect(limits).toContain(named.met)
  else expect(printedIn(played) + limits.join()).toMatch(named.said)
}

describe.each(['docker', 'bubblewrap', 'firejail', 'subprocess'] as const)('the worst in %s', (backend) => {
  beforeAll(() => holdBy(app, backend), 240_000)

  it.each(disastersFor(backend).map((each) => [each.name, each] as const))(
    'is bounded and named, and the app goes on: %s',
    async (_, disaster) => {
      const played = await recorded(app, await startDisaster(app, disaster, { server, flooding }))
      expect(played.view).toMatchObject({ level: { backend } })
      expectNamed(played, disaster)
      expect(played.view.rows).toBeLessThan(mostRows)
      expect(await findRunProcesses([played.view.id])).toEqual([])
      expect(await app.call('sessions.verify', { sessionId: played.view.id })).toMatchObject({
        brokenSeq: null,
      })
    },
  )

  it('holds an ordinary run afterwards', async () => {
    const played = await recorded(
      app,
      await startDisaster(app, { name: 'nothing', by: 'agent' }, { server, flooding }),
    )
    expect(played.view).toMatchObject({ status: 'succeeded', level: { backend } })
  })
})
