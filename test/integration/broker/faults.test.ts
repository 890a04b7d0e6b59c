import { spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import type { AgentEvent, Runtime } from '../../../src/main/runtimes'
import {
  type ConsentScope,
  defaultLimits,
  type EventBody,
  type Project,
  type RunRequest,
} from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

const capabilities = ['read_tracked_files', 'write_mirror', 'create_files'] as const

function grant(services: Services, project: Project, scope: ConsentScope = { type: 'until_revoked' }) {
  return services.consents.grant(project, {
    runtimes: [quickName],
    capabilities: [...capabilities],
    limits: defaultLimits,
    scope,
  })
}
const request = (project: Project, patch: Partial<RunRequest> = {}): RunRequest => ({
  projectId: project.id,
  prompt: 'Do it.',
  runtime: quickName,
  variant: null,
  outputSchema: null,
  policy: { capabilities: [...capabilities], limits: defaultLimits, runtimes: [] },
  ...patch,
})
const ofType = <T extends EventBody['type']>(events: readonly EventBody[], type: T) =>
  events.filter((event): event is Extract<EventBody, { type: T }> => event.type === type)

/** Each line of the program is a response with a call that may have changed files. */
function changing(script: string): Runtime {
  return {
    ...quickRuntime(script),
    createParser: () => ({
      line: (text): readonly AgentEvent[] => [
        { type: 'response.started', responseId: text },
        { type: 'tool.called', callId: text, tool: 'sh', kind: 'run', target: null, input: {} },
        { type: 'final', text },
        { type: 'response.finished', responseId: text },
      ],
      end: () => ({ events: [], failure: null }),
    }),
  }
}

// I1: consent is for one repository, whatever lies at its path a moment later.
it('a repository that was put in the place of another while agents were probed is not copied', async () => {
  const quick = quickRuntime('cat *; echo done')
  let slow = false
  const services = await startServices(temporaryFolder(), [
    {
      ...quick,
      probe: async () => {
        if (slow) await delay(800)
        return quick.probe()
      },
    },
  ])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'consented\n' })))
  const other = makeRepository({ 'plain.txt': 'NEVER CONSENTED\n' })
  grant(services, project)
  slow = true
  const probing = services.runtimes.probeAgain()
  await delay(50)
  const starting = services.broker.start(request(project))
  await delay(250)
  renameSync(project.path, `${project.path}-away`)
  renameSync(other, project.path)
  await probing
  const view = await ended(services, unwrap(await starting).sessionId)
  expect(view).toMatchObject({ status: 'denied', error: { code: 'consent.project_changed' } })
  expect(JSON.stringify(bodies(services, view.id))).not.toContain('NEVER CONSENTED')
  services.store.close()
})

it('no change is lost when another process holds the database for some seconds', {
  timeout: 60_000,
}, async () => {
  const folder = temporaryFolder()
  const services = await startServices(folder, [
    changing('echo a; sleep 1; echo 2 > n2; echo b; sleep 7; echo 3 > n3; echo fin'),
  ])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  grant(services, project)
  const { sessionId } = unwrap(await services.broker.start(request(project)))
  while ((services.store.read.session(sessionId)?.frames ?? 0) < 1) await delay(20)
  await holdDatabase(join(folder, 'store', 'glovebox.db'), 6000)
  const view = await ended(services, sessionId)
  const events = bodies(services, sessionId)
  expect(view.status).toBe('succeeded')
  expect(ofType(events, 'file.changed').map(({ path }) => path)).toEqual(['n2', 'n3'])
  expect(ofType(events, 'frame.started')).toHaveLength(ofType(events, 'frame.finished').length)
  services.store.close()
})

it('a flood of words does not keep the files that were changed before it off the record', async () => {
  const services = await startServices(temporaryFolder(), [
    quickRuntime('echo 2 > a.txt; echo 3 > n3; yes | head -n 40000'),
  ])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  grant(services, project)
  const { sessionId } = unwrap(await services.broker.start(request(project)))
  const view = await ended(services, sessionId)
  expect(view).toMatchObject({ status: 'limit_exceeded', changedFiles: 2 })
  const changed = ofType(bodies(services, sessionId), 'file.changed')
  expect(changed.map(({ path }) => path)).toEqual(['a.txt', 'n3'])
  const frame = services.store.read.frames(sessionId).at(-1)
  expect(frame?.changes.map(({ path }) => path)).toEqual(['a.txt', 'n3'])
  services.store.close()
})

async function holdDatabase(file: string, ms: number): Promise<void> {
  const module = join(process.cwd(), 'node_modules/better-sqlite3')
  const script = `const D = require(${JSON.stringify(module)}); const d = new D(${JSON.stringify(file)});
    d.exec('BEGIN IMMEDIATE'); console.log('held'); setTimeout(() => { d.exec('COMMIT'); process.exit(0) }, ${ms})`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((held) => child.stdout.once('data', held))
}

// I5: a revoked consent starts nothing any more, not even a retry of what it had started.
it('a retry is not started once its consent was revoked', async () => {
  const services = await startServices(temporaryFolder(), [
    quickRuntime('echo "HTTP 503 Service Unavailable" >&2; exit 1'),
  ])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  const consent = grant(services, project)
  const { sessionId } = unwrap(await services.broker.start(request(project)))
  while (ofType(bodies(services, sessionId), 'process.exited').length === 0) await delay(5)
  services.consents.revoke(consent.id)
  const view = await ended(services, sessionId)
  expect(view.status).toBe('denied')
  expect(view.error?.code).toBe('consent.revoked')
  services.store.close()
})

it('a retry is not started once the time of its consent has run out', async () => {
  const clock = Date.now
  let ahead = 0
  vi.spyOn(Date, 'now').mockImplementation(() => clock() + ahead)
  const services = await startServices(temporaryFolder(), [
    quickRuntime('echo "HTTP 503 Service Unavailable" >&2; exit 1'),
  ])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  grant(services, project, { type: 'until', at: Date.now() + 600_000 })
  const { sessionId } = unwrap(await services.broker.start(request(project)))
  while (ofType(bodies(services, sessionId), 'process.exited').length === 0) await delay(5)
  ahead = 600_001
  const view = await ended(services, sessionId)
  expect(view.status).toBe('denied')
  expect(view.error?.code).toBe('consent.expired')
  services.store.close()
  vi.restoreAllMocks()
})

it('of a prompt that is too long no more is kept than would have been allowed', async () => {
  const services = await startServices(temporaryFolder(), [quickRuntime()])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  grant(services, project)
  const limits = { ...defaultLimits, promptBytes: 1000 }
  const { sessionId } = unwrap(
    await services.broker.start(
      request(project, {
        prompt: 'x'.repeat(1_000_000),
        policy: { capabilities: [...capabilities], limits, runtimes: [] },
      }),
    ),
  )
  const view = await ended(services, sessionId)
  expect(view.status).toBe('limit_exceeded')
  expect(view.prompt.length).toBeLessThan(1100)
  services.store.close()
})
