import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSegmentNote } from '../../src/main/sandbox/probe/traces'
import { defaultLimits, defaultSettings, runtimeNameSchema, type SessionId } from '../../src/shared'
import {
  type App,
  appStart,
  hashOfAgentFiles,
  mayRun,
  pointAt,
  startAgain,
  startAgent,
  startApp,
  untilMeasured,
} from '../support/agents/app'
import { describeProcess, entriesOf, familyOf, leftOfFirejail, socketsBelow } from '../support/agents/left'
import { containerIds, type Planted, plant, segmentKeys } from '../support/agents/planted'
import { startEngine, type TestEngine } from '../support/docker/engine'
import { calling, claudeCalls, type ModelServer, startModelServer } from '../support/model-server'
import { enterOwnGroup, type OwnGroup } from '../support/own-group'
import { hashFolder } from '../support/repository'

/** Two of each here; the whole proof takes thirty: GLOVEBOX_CRASHES=30. */
const crashes = Number(process.env['GLOVEBOX_CRASHES'] ?? 2)
const rehearsal = runtimeNameSchema.parse('rehearsal')

let engine: TestEngine
let server: ModelServer
let group: OwnGroup
beforeAll(async () => {
  // Before the group is entered: what the engine starts is found by the engine.
  engine = await startEngine()
  group = enterOwnGroup()
  // A command that leaves a child without any trace of whose it is; then an answer without end.
  const daemon =
    'setsid env -i PATH=/usr/bin:/bin sh -c "while :; do sleep 0.2; done" </dev/null >/dev/null 2>&1 &'
  server = await startModelServer({
    steps: [],
    rest: ({ body }) =>
      JSON.stringify(body).includes('tool_result')
        ? { type: 'endless', chunkDelayMs: 20 }
        : calling(claudeCalls.bash(`${daemon} sleep 1; echo left`)),
  })
}, 240_000)
afterAll(async () => {
  await server.close()
  await engine.remove()
  group.leave()
})

describe.each(['docker', 'bubblewrap', 'firejail', 'subprocess'] as const)(
  'killed with a run in %s',
  (backend) => {
    let app: App
    let planted: Planted
    /** Keys of the segments that probes of ours drew which an end cut off: others probe on this machine, too. */
    const drawn = new Set<number>()
    const options = (): { environment: Record<string, string>; runtimes: [typeof rehearsal] } => ({
      environment: {
        ...engine.environment,
        PATH: process.env['PATH'] ?? '',
        GLOVEBOX_PACE: 'real',
        TMPDIR: temporary,
      },
      runtimes: [rehearsal],
    })
    let temporary = ''

    beforeAll(async () => {
      temporary = join(process.env['TMPDIR'] ?? '/tmp', `of-the-app-${backend}`)
      mkdirSync(temporary)
      app = await startApp(options())
      await app.call('settings.update', { sandbox: { ...defaultSettings.sandbox, order: [backend] } })
      await pointAt(app, 'claude', server)
      await untilMeasured(app, backend)
      planted = await plant(app.data, group, backend === 'docker' ? engine : null)
    }, 120_000)
    afterAll(async () => {
      await app.close()
      await planted.remove()
    })

    it(
      `leaves nothing after its next start, ${crashes} times over`,
      async () => {
        const agentFiles = hashOfAgentFiles(app)
        const repository = hashFolder(app.project.path)
        const statuses: string[] = []
        for (let crash = 0; crash < crashes; crash += 1) {
          const moment = moments[crash % moments.length] ?? 'running'
          const how: How = { agent: chance() ? 'claude' : 'rehearsal', whole: chance() }
          const sessionId = await crashAt(moment, how)
          for (const folder of entriesOf(join(app.data, 'sandbox', 'probes'))) {
            const key = await readSegmentNote(folder)
            if (key !== null) drawn.add(key)
          }
          app = await startAgain(app, options())
          await untilMeasured(app, backend)
          await expectNothingLeft(`crash ${crash + 1}: ${JSON.stringify({ moment, ...how })}`)
          if (sessionId !== null) statuses.push(await endOf(sessionId))
          expect(await planted.missing()).toEqual([])
        }
        // They were really in the middle of something.
        expect(statuses).toContain('interrupted')
        expect(hashFolder(app.project.path)).toBe(repository)
        expect(hashOfAgentFiles(app)).toBe(agentFiles)
      },
      60_000 + crashes * 60_000,
    )

    /** Ends the app at a moment of such a kind, at random within it. */
    async function crashAt(moment: Moment, how: How): Promise<SessionId | null> {
      if (moment === 'starting') {
        await kill(how)
        const { electron, electronArgs, appFolder, profile, env } = appStart(app.folder, options())
        const starting = spawn(electron, [...electronArgs, appFolder, `--user-data-dir=${profile}`], {
          stdio: 'ignore',
          detached: true,
          env: { ...process.env, ...env },
        })
        await delay(500 + Math.random() * 7000)
        starting.kill('SIGKILL')
        if (starting.exitCode === null && starting.signalCode === null) await once(starting, 'exit')
        return null
      }
      const sessionId =
        how.agent === 'claude' ? await startAgent(app, 'claude', { capabilities: mayRun }) : await rehearse()
      if (moment === 'opening') await delay(Math.random() * 1500)
      else {
        await untilStarted(sessionId)
        await delay(Math.random() * 3500)
      }
      if (moment === 'closing') {
        await app.call('runs.cancel', { sessionId }).catch(() => undefined)
        await delay(Math.random() * 900)
      }
      await kill(how)
      return sessionId
    }

    async function rehearse(): Promise<SessionId> {
      const { sessionId } = await app.call('runs.start', {
        projectId: app.project.id,
        prompt: 'Accept open ends.',
        runtime: rehearsal,
        variant: 'careful',
        outputSchema: null,
        policy: {
          capabilities: mayRun.filter((each) => each !== 'reach_provider'),
          limits: defaultLimits,
          runtimes: [],
        },
      })
      return sessionId
    }

    async function untilStarted(sessionId: SessionId): Promise<void> {
      for (;;) {
        const view = await app.call('sessions.get', { sessionId })
        const page = await app.call('sessions.rows', { sessionId, from: 0, count: 50 })
        if (view.status !== 'running' || page.events.some(({ body }) => body.type === 'process.started'))
          return
        await delay(50)
      }
    }

    /** Of main alone, or of the whole of Electron's group: its helpers then have no time to end by themselves. */
    async function kill({ whole }: How): Promise<void> {
      const pid = app.app.process().pid ?? 0
      const closed = app.app.waitForEvent('close').catch(() => undefined)
      process.kill(whole ? -pid : pid, 'SIGKILL')
      await closed
    }

    async function expectNothingLeft(when: string): Promise<void> {
      let left: readonly string[] = []
      // An engine takes a moment, and Electron's own helpers too.
      for (let round = 0; round < 150; round += 1) {
        left = await leftNow()
        if (left.length === 0) return
        await delay(200)
      }
      expect(left, when).toEqual([])
    }

    async function leftNow(): Promise<readonly string[]> {
      const own = new Set([...planted.pids, ...familyOf(app.app.process().pid ?? 0)])
      const foreign = new Set(planted.containers)
      return [
        ...group
          .processes()
          .filter((pid) => !own.has(pid))
          .map(describeProcess),
        ...group.groups('glovebox-').filter((path) => !planted.groups.includes(path)),
        ...(await containerIds(engine)).filter((id) => !foreign.has(id)).map((id) => `container ${id}`),
        ...segmentKeys()
          .filter((key) => drawn.has(key))
          .map((key) => `segment ${key}`),
        ...readFileSync('/proc/self/mountinfo', 'utf8')
          .split('\n')
          .filter((line) => line.includes(app.data)),
        ...entriesOf(join(app.data, 'runs')).filter((path) => path !== planted.runFolder),
        ...entriesOf(join(app.data, 'runs-made')),
        ...entriesOf(join(app.data, 'sandbox')).filter(
          (path) => !/\/(installation|devices|probes|of-the-user-[^/]*)$/.test(path),
        ),
        ...entriesOf(join(app.data, 'sandbox', 'probes')),
        ...entriesOf(join(app.data, 'sandbox', 'devices')).filter((path) => /\.[0-9a-f-]{36}$/.test(path)),
        ...entriesOf(temporary).filter(
          (path) => !/\/(\.org\.chromium\.|\.?com\.|scoped_dir|node-compile-cache|Crashpad)/.test(path),
        ),
        ...socketsBelow(app.data).filter((path) => !path.startsWith(planted.runFolder)),
        ...(backend === 'firejail' ? leftOfFirejail() : []),
      ]
    }

    async function endOf(sessionId: SessionId): Promise<string> {
      const view = await app.call('sessions.get', { sessionId })
      expect(view.status).not.toBe('running')
      expect(await app.call('sessions.verify', { sessionId })).toMatchObject({ brokenSeq: null })
      return view.status
    }
  },
)

const moments = ['running', 'opening', 'closing', 'starting'] as const
type Moment = (typeof moments)[number]
/** `whole`: not main alone is killed, but the whole of Electron's group. */
type How = { readonly agent: 'claude' | 'rehearsal'; readonly whole: boolean }

const chance = (): boolean => Math.random() < 0.5
