import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import { findRunProcesses } from '../../../src/main/process'
import type { Project, SessionView } from '../../../src/shared'
import { hashFolder, temporaryFolder } from '../../support/repository'
import { addSample, bodies, ended, grantAll, run, startRun, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

let services: Services
let project: Project
let folder: string

beforeAll(async () => {
  folder = temporaryFolder()
  services = await startServices(folder)
  project = await addSample(services)
})
afterAll(async () => {
  await services.broker.cancelAll('shutdown')
  services.store.close()
})

const expectNothingLeft = async (session: SessionView): Promise<void> => {
  expect(readdirSync(join(folder, 'runs'))).toEqual([])
  expect(await findRunProcesses([session.id])).toEqual([])
}

describe('a run of the Rehearsal agent', () => {
  let careful: SessionView
  let before: string

  beforeAll(async () => {
    before = await hashFolder(project.path)
    grantAll(services, project)
    careful = await run(services, project)
  })

  it('succeeds with all tests passing', () => {
    expect([careful.status, careful.error]).toEqual(['succeeded', null])
    expect(careful.check).toMatchObject({ failed: false, failedCount: 0 })
    expect(careful.summary).toContain('open end')
  })

  it('leaves every byte of the repository, .git included, as it was', async () => {
    expect(await hashFolder(project.path)).toBe(before)
  })

  it('leaves no mirror and no process', () => expectNothingLeft(careful))

  it('records its steps in order, with a chain that holds', () => {
    const types = bodies(services, careful.id).map(({ type }) => type)
    const milestones = [
      'session.started',
      'inventory.taken',
      'mirror.created',
      'sandbox.opened',
      'consent.used',
      'attempt.started',
      'process.started',
      'frame.started',
    ]
    expect(milestones.map((type) => types.indexOf(type as (typeof types)[number]))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
    expect(types.slice(-2)).toEqual(['process.exited', 'session.finished'])
    expect(services.store.read.verify(careful.id)).toEqual({ events: types.length, brokenSeq: null })
  })

  it('gives each change the frame that made it', async () => {
    const frames = services.store.read.frames(careful.id)
    const edits = frames.filter(({ changes }) => changes.length > 0)
    for (const frame of edits)
      expect(frame.changes.map(({ path }) => path)).toEqual(
        frame.tools.filter(({ kind }) => kind === 'edit' || kind === 'create').map(({ target }) => target),
      )
    expect(edits.length).toBeGreaterThan(2)
  })

  it('can show the files as of any frame after the repository has changed', async () => {
    const start = unwrap(await services.replay.tree(careful.id, 0))
    const end = unwrap(await services.replay.tree(careful.id, careful.frames))
    const range = (tree: typeof start) => tree.entries.find(({ path }) => path === 'src/range.js')
    const [first, last] = [range(start), range(end)]
    if (first === undefined || last === undefined) throw new Error('src/range.js is missing')
    const text = async (entry: typeof first) =>
      unwrap(await services.replay.content(careful.id, entry.hash, entry.mode))
    expect(await text(first)).toMatchObject({ type: 'text', text: expect.stringContaining('-(\\d+)$/') })
    expect(await text(last)).toMatchObject({ type: 'text', text: expect.stringContaining('-(\\d*)$/') })
    expect(end.entries.map(({ path }) => path)).not.toContain('.env')
  })

  it('compares with a hasty run that parts from it after common frames', async () => {
    const hasty = await run(services, project, { variant: 'hasty' })
    expect(hasty.check).toMatchObject({ failed: true })
    const comparison = unwrap(await services.replay.compare(hasty.id, careful.id))
    expect(comparison.sameBase).toBe(true)
    expect(comparison.alignment.prefix).toBeGreaterThanOrEqual(4)
    expect(comparison.files.filter(({ difference }) => difference !== 'same').length).toBeGreaterThan(3)
    await expectNothingLeft(hasty)
  })

  it('does only what its capabilities allow', async () => {
    const session = await run(services, project, { capabilities: ['read_tracked_files'] })
    expect(session.changedFiles).toBe(0)
    expect(session.toolErrors).toBeGreaterThan(0)
  })

  it('is cancelled with its whole tree', async () => {
    const id = await startRun(services, project, { variant: 'flood:100000@2000' })
    while ((services.store.read.session(id)?.lastSeq ?? 0) < 20)
      await new Promise((done) => setTimeout(done, 20))
    unwrap(services.broker.cancel(id, 'user'))
    const session = await ended(services, id)
    expect(session.status).toBe('cancelled')
    expect(bodies(services, id)).toContainEqual({ type: 'cancel.requested', by: 'user' })
    await expectNothingLeft(session)
  })

  it.each([
    ['events', { events: 50 }],
    ['outputBytes', { outputBytes: 20_000 }],
    ['wallTimeMs', { wallTimeMs: 1500 }],
    ['promptBytes', { promptBytes: 5 }],
  ] as const)('stops at the limit of %s', async (name, limits) => {
    const session = await run(services, project, { variant: 'flood:100000@2000', limits })
    expect([session.status, session.error?.details['limit']]).toEqual(['limit_exceeded', name])
    expect(bodies(services, session.id).filter(({ type }) => type === 'limit.reached')).toHaveLength(1)
    await expectNothingLeft(session)
  })

  it.each(['mirroredFiles', 'mirroredBytes'] as const)(
    'does not begin in a copy that would lack files for the limit of %s',
    async (name) => {
      const session = await run(services, project, { variant: 'hasty', limits: { [name]: 3 } })
      expect([session.status, session.error?.details]).toEqual([
        'limit_exceeded',
        { limit: name, ceiling: 3 },
      ])
      const events = bodies(services, session.id)
      const [reached] = events.filter((body) => body.type === 'limit.reached')
      expect(reached).toMatchObject({ limit: name, ceiling: 3 })
      expect(reached?.type === 'limit.reached' && reached.value).toBeGreaterThan(3)
      expect(events.map(({ type }) => type)).not.toContain('mirror.created')
      await expectNothingLeft(session)
    },
  )

  it('stops when it changes more files than allowed', async () => {
    const session = await run(services, project, { variant: 'hasty', limits: { changedFiles: 1 } })
    expect([session.status, session.error?.details['limit']]).toEqual(['limit_exceeded', 'changedFiles'])
    await expectNothingLeft(session)
  })
})

describe('consent', () => {
  it.each([
    ['none', (): void => {}, 'consent.revoked'],
    [
      'one that lies in the past',
      () => grantAll(services, project, { scope: { type: 'until', at: 1 } }),
      'consent.expired',
    ],
    [
      'fewer powers',
      () => grantAll(services, project, { capabilities: ['read_tracked_files'] }),
      'consent.capability_not_covered',
    ],
  ] as const)('%s: denied, with nothing done', async (_name, prepare, code) => {
    const live = services.consents.newest(project)
    if (live !== null) services.consents.revoke(live.id)
    prepare()
    const session = await run(services, project)
    expect([session.status, session.error?.code]).toEqual(['denied', code])
    expect(bodies(services, session.id).map(({ type }) => type)).toEqual([
      'session.started',
      'session.finished',
    ])
  })

  it('for one run serves one of two that race', async () => {
    grantAll(services, project, { scope: { type: 'once' } })
    const ids = await Promise.all([startRun(services, project), startRun(services, project)])
    const sessions = await Promise.all(ids.map((id) => ended(services, id)))
    expect(sessions.map(({ status }) => status).sort()).toEqual(['denied', 'succeeded'])
    expect(sessions.find(({ status }) => status === 'denied')?.error?.code).toBe('consent.consumed')
    const again = await run(services, project)
    expect([again.status, again.error?.code]).toEqual(['denied', 'consent.consumed'])
  })
})
