import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMachineSandbox } from '../../../src/main/boot/sandbox'
import type { Services } from '../../../src/main/boot/services'
import { type Capability, defaultLimits, type GloveboxError, type SessionId } from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

const enough = 3
const capabilities: Capability[] = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'run_commands',
  'reach_network',
]

/**
 * A run that prints and asks a host over and over, and does `then` once it was answered some times; the store's file
 * can't grow from `fill` until `free`.
 */
async function endlessRun(
  folder = temporaryFolder(),
  then = ':',
): Promise<{
  readonly services: Services
  readonly sessionId: SessionId
  readonly told: GloveboxError[]
  readonly asked: () => number
  readonly fill: () => void
  readonly free: () => void
}> {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end(asked < enough ? 'x' : 'then')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const pragma = vi.spyOn(Sqlite.prototype, 'pragma')
  const quick = quickRuntime(
    `trap "" INT TERM; i=0; while :; do i=$((i+1)); head -c 20000 /dev/zero | tr '\\0' a; echo " $i"; [ "$(curl -sS -m 2 --noproxy "" http://${host}/)" != then ] || ${then}; done`,
  )
  const services = await startServices(folder, [quick], { sandbox: createMachineSandbox })
  const connections = new Set(pragma.mock.contexts as Sqlite.Database[])
  pragma.mockRestore()
  const pages = (count: number): void => {
    for (const each of connections) if (each.open) each.pragma(`max_page_count = ${count}`)
  }
  services.store.write.saveSettings({
    ...services.store.read.settings(),
    sandbox: { order: ['bubblewrap'], projects: {}, image: { type: 'own' } },
  })
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  services.consents.grant(project, {
    runtimes: [quickName],
    capabilities,
    limits: defaultLimits,
    hosts: [host],
    scope: { type: 'until_revoked' },
  })
  const told: GloveboxError[] = []
  services.onUnrecorded((error) => void told.push(error))
  const { sessionId } = unwrap(
    await services.broker.start({
      projectId: project.id,
      prompt: 'Do it.',
      runtime: quickName,
      variant: null,
      outputSchema: null,
      policy: { capabilities, limits: defaultLimits, hosts: [host], runtimes: [] },
    }),
  )
  while (asked < enough) await delay(20)
  return {
    services,
    sessionId,
    told,
    asked: () => asked,
    fill: () => pages(1),
    free: () => pages(1_000_000),
  }
}

it('a run that can’t be recorded is stopped and cut off, and all it did is on record once there is room', {
  timeout: 60_000,
}, async () => {
  const { services, sessionId, told, asked, fill, free } = await endlessRun()
  fill()
  while (told.length === 0) await delay(5)
  await delay(300)
  const atCut = asked()
  await delay(3000)
  expect(asked()).toBe(atCut)
  expect(told).toMatchObject([{ code: 'store.full' }])
  expect(services.store.read.session(sessionId)?.status).toBe('running')
  // It is not over: what is left can still be stored, and the session can't be deleted meanwhile.
  expect(services.broker.active()).toEqual([sessionId])
  free()
  const view = await ended(services, sessionId)
  expect(view).toMatchObject({ status: 'failed', error: { code: 'store.full' } })
  expect(view.error?.message).toMatch(/can’t be recorded.* is full/)
  const events = bodies(services, sessionId)
  const allowed = events.filter(
    (body) => body.type === 'network.contact' && body.phase === 'started' && body.contact.allowed,
  )
  expect(allowed.length).toBeGreaterThanOrEqual(asked())
  const said = events.flatMap((body) =>
    body.type === 'agent.message' ? [Number(body.text.split(' ')[1])] : [],
  )
  expect(said).toEqual(said.map((_, index) => index + 1))
  expect(said.length).toBeGreaterThanOrEqual(asked())
  expect(services.store.read.verify(sessionId)).toEqual({ events: events.length, brokenSeq: null })
  services.store.close()
})

it('quitting tries once more and does not wait for room', { timeout: 60_000 }, async () => {
  const { services, sessionId, told, fill, free } = await endlessRun()
  fill()
  while (told.length === 0) await delay(5)
  await delay(3000)
  expect(services.broker.active()).toEqual([sessionId])
  const began = performance.now()
  const closing = services.broker.cancelAll('shutdown')
  await closing
  expect(performance.now() - began).toBeLessThan(8000)
  expect(services.broker.active()).toEqual([])
  free()
  services.store.close()
})

/** A small disk of its own. */
function smallDisk(): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

it.runIf(process.getuid?.() === 0)(
  'a box that fills the disk its record lies on gets nothing done unrecorded',
  {
    timeout: 90_000,
  },
  async () => {
    const { services, sessionId, told, asked } = await endlessRun(
      smallDisk(),
      '{ [ -e "$HOME/fill" ] || { head -c 1G /dev/zero > "$HOME/fill"; } 2>/dev/null & }',
    )
    const view = await ended(services, sessionId)
    expect(told).toMatchObject([{ code: 'store.full' }])
    expect(view).toMatchObject({ status: 'failed', error: { code: 'store.full' } })
    const allowed = bodies(services, sessionId).filter(
      (body) => body.type === 'network.contact' && body.phase === 'started' && body.contact.allowed,
    )
    expect(allowed.length).toBeGreaterThanOrEqual(asked())
    services.store.close()
  },
)
