import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import { findRunProcesses } from '../../../src/main/process'
import {
  type Capability,
  defaultLimits,
  type EventBody,
  type Limits,
  type Project,
  type SessionId,
} from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

/** Counts its starts in the run's own home, then does what the test is about with $n (1 at the first). */
const counting = (then: string): string =>
  `n=$(( $(cat "$HOME/n" 2>/dev/null || echo 0) + 1 )); echo $n > "$HOME/n"; ${then}`
const overloaded = 'echo "API Error: 529 Overloaded" >&2; exit 1'

let services: Services
let project: Project
let script = ''
beforeAll(async () => {
  const runtime = quickRuntime('unused')
  services = await startServices(temporaryFolder(), [
    {
      ...runtime,
      buildInvocation: (input) => ({ ...runtime.buildInvocation(input), args: ['-c', script] }),
    },
  ])
  project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
})
afterAll(() => services.store.close())

function grant(): string {
  return services.consents.grant(project, {
    runtimes: [quickName],
    capabilities: ['read_tracked_files', 'write_mirror', 'create_files'],
    limits: defaultLimits,
    scope: { type: 'until_revoked' },
  }).id
}

async function start(
  what: string,
  {
    limits = {},
    schema = null,
    capabilities = ['read_tracked_files'],
  }: { limits?: Partial<Limits>; schema?: object | null; capabilities?: Capability[] } = {},
): Promise<SessionId> {
  script = what
  grant()
  const started = await services.broker.start({
    projectId: project.id,
    prompt: 'Do it.',
    runtime: quickName,
    variant: null,
    outputSchema: schema === null ? null : JSON.stringify(schema),
    policy: { capabilities, limits: { ...defaultLimits, ...limits }, runtimes: [] },
  })
  return unwrap(started).sessionId
}

async function play(...args: Parameters<typeof start>) {
  const id = await start(...args)
  const view = await ended(services, id)
  return { view, events: bodies(services, id) }
}
const ofType = <T extends EventBody['type']>(events: readonly EventBody[], type: T) =>
  events.filter((event): event is Extract<EventBody, { type: T }> => event.type === type)

describe('retries', () => {
  it('come after a passing failure, at most twice, each an event', async () => {
    const { view, events } = await play(counting(`[ $n -lt 3 ] && { ${overloaded}; }; echo done`))
    expect(view).toMatchObject({ status: 'succeeded', attempts: 3, summary: 'done' })
    expect(ofType(events, 'attempt.started').map(({ reason }) => reason)).toEqual(['first', 'retry', 'retry'])
    expect(ofType(events, 'retry.scheduled')).toMatchObject([
      { attempt: 1, kind: 'transient' },
      { attempt: 2, kind: 'transient' },
    ])
    expect(ofType(events, 'consent.used')).toHaveLength(1)
  })

  it('end after the third failure', async () => {
    const { view } = await play(counting(overloaded))
    expect(view).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'runtime.transient' } })
  })

  it('do not follow a failure that lasts', async () => {
    const { view } = await play(counting('echo "TypeError: x is not a function" >&2; exit 2'))
    expect(view).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'runtime.exited' } })
  })

  it('are ended in their wait by a cancel, at once', async () => {
    const id = await start(counting('echo "HTTP 503 Service Unavailable" >&2; exit 1'))
    while (!ofType(bodies(services, id), 'retry.scheduled').length)
      await new Promise((done) => setTimeout(done, 5))
    services.broker.cancel(id, 'user')
    expect(await ended(services, id)).toMatchObject({ status: 'cancelled' })
    expect(await findRunProcesses([id])).toEqual([])
  })

  it('share one ceiling of output', async () => {
    const { view, events } = await play(
      counting(`head -c 40000 /dev/zero | tr '\\0' 'x'; echo; ${overloaded}`),
      {
        limits: { outputBytes: 100_000 },
      },
    )
    expect(view).toMatchObject({ status: 'limit_exceeded', attempts: 3 })
    expect(ofType(events, 'limit.reached')).toMatchObject([{ limit: 'outputBytes', ceiling: 100_000 }])
  })
})

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }

describe('structured output', () => {
  it('is corrected once where the run may not write', async () => {
    const { view, events } = await play(counting('[ $n = 1 ] && echo "{}" || echo "{ \\"n\\": 4.0 }"'), {
      schema,
    })
    expect(view).toMatchObject({ status: 'succeeded', outputValid: true, attempts: 2 })
    expect(ofType(events, 'output.checked')).toMatchObject([
      { valid: false, problems: [{ pointer: '', message: expect.stringContaining('required') }] },
      { valid: true, json: '{"n":4}' },
    ])
  })

  it('stays wrong after one correction', async () => {
    const { view } = await play(counting('echo nonsense'), { schema })
    expect(view).toMatchObject({
      status: 'invalid_output',
      attempts: 2,
      error: { code: 'runtime.wrong_output' },
    })
  })

  it('is not corrected where the run may write: it could do its work twice', async () => {
    const { view } = await play(counting('echo nonsense'), {
      schema,
      capabilities: ['read_tracked_files', 'write_mirror'],
    })
    expect(view).toMatchObject({ status: 'invalid_output', attempts: 1 })
  })

  it('is refused before anything where the schema itself is none', async () => {
    grant()
    const started = await services.broker.start({
      projectId: project.id,
      prompt: 'Do it.',
      runtime: quickName,
      variant: null,
      outputSchema: '{"type":"strin"}',
      policy: { capabilities: ['read_tracked_files'], limits: defaultLimits, runtimes: [] },
    })
    expect(started).toMatchObject({ ok: false, error: { code: 'policy.schema_invalid' } })
  })
})

describe('a run under way', () => {
  it('is cancelled when its consent is revoked and the user says so', async () => {
    const id = await start('echo begun; sleep 60')
    while (!ofType(bodies(services, id), 'agent.message').length)
      await new Promise((done) => setTimeout(done, 20))
    const consent = services.consents.newest(project)
    if (consent === null) throw new Error('no consent')
    unwrap(services.consents.revoke(consent.id))
    services.broker.cancelUnder(consent.id)
    const view = await ended(services, id)
    expect(view.status).toBe('cancelled')
    expect(ofType(bodies(services, id), 'cancel.requested')).toMatchObject([{ by: 'revocation' }])
    expect(await findRunProcesses([id])).toEqual([])
  })

  it('has its transcripts kept, no link among them followed, and its home removed', async () => {
    const { events } = await play(
      'echo "what was said" > "$HOME/talk.transcript"; ln -s /etc/passwd "$HOME/link.transcript"; mkfifo "$HOME/pipe.transcript"; echo done',
    )
    const kept = ofType(events, 'transcript.kept')
    expect(kept).toMatchObject([{ path: 'talk.transcript', bytes: 14 }])
    expect((await services.store.content(kept[0]?.hash ?? '')).ok).toBe(true)
  })

  it('shows its exact invocation, without the value of any variable', async () => {
    const { events } = await play('echo done')
    const [started] = ofType(events, 'process.started')
    expect(started).toMatchObject({ args: ['-c', 'echo done'], folder: expect.stringContaining('mirror') })
    expect(started?.environment).toContain('HOME')
  })
})

it('which runtimes could take a request is told without opening a project', async () => {
  services.consents.revoke(services.consents.newest(project)?.id ?? (grant() as never))
  const eligible = unwrap(
    await services.broker.eligible({
      projectId: project.id,
      prompt: 'Do it.',
      runtime: null,
      variant: null,
      outputSchema: null,
      policy: { capabilities: ['read_tracked_files'], limits: defaultLimits, runtimes: [quickName] },
    }),
  )
  expect(eligible).toMatchObject([{ runtime: quickName, chosen: false, error: { code: 'consent.revoked' } }])
})
