import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import type { AgentEvent, Runtime } from '../../../src/main/runtimes'
import { type Capability, defaultLimits, type EventBody, type SessionId } from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

/** A parser that learned one more kind of line since the run. */
function learning(known: () => boolean): Runtime {
  const runtime = quickRuntime('echo "new kind"; echo made > made.txt; echo done')
  return {
    ...runtime,
    createParser: () => ({
      line: (text): readonly AgentEvent[] =>
        text === 'new kind' && !known()
          ? [{ type: 'agent.unknown', line: text, reason: 'an unknown kind' }]
          : [
              { type: 'response.started', responseId: text },
              { type: 'agent.message', text, final: text === 'done' },
              { type: 'tool.called', callId: text, tool: 'sh', kind: 'run', target: null, input: {} },
              { type: 'final', text },
              { type: 'response.finished', responseId: text },
            ],
      end: () => ({ events: [], failure: null }),
    }),
  }
}

const ofType = (events: readonly EventBody[], type: EventBody['type']) =>
  events.filter((event) => event.type === type)

const sessionsOf = (services: Services) =>
  services.store.read
    .sessions({ projectId: null, before: null, limit: 5 })
    .sessions.map(({ id, status }) => [id, status])

/** A run that said very many lines, and the parser that will be asked to read them again. */
async function manyLines(count: number, folder = temporaryFolder()) {
  const quick = quickRuntime(`seq ${count}`)
  const parser = { line: quick.createParser().line }
  const runtime: Runtime = {
    ...quick,
    createParser: () => ({
      line: (text) => parser.line(text),
      end: () => ({ events: [], failure: null }),
    }),
  }
  const services = await startServices(folder, [runtime])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  const capabilities: Capability[] = ['read_tracked_files']
  const limits = { ...defaultLimits, events: 100_000 }
  services.consents.grant(project, {
    capabilities,
    limits,
    runtimes: [quickName],
    scope: { type: 'until_revoked' },
  })
  const started = await services.broker.start({
    projectId: project.id,
    prompt: 'Do it.',
    runtime: quickName,
    variant: null,
    outputSchema: null,
    policy: { capabilities, limits, runtimes: [] },
  })
  const { id, status } = await ended(services, unwrap(started).sessionId)
  expect(status).toBe('succeeded')
  return { services, id, runtime, parser, sessions: () => sessionsOf(services) }
}

describe('parsing a session again', () => {
  it('gives what today’s parser makes of the native lines, with what Glovebox recorded in its place', async () => {
    let known = false
    const services = await startServices(temporaryFolder(), [learning(() => known)])
    const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
    const policy = {
      capabilities: ['read_tracked_files', 'write_mirror', 'create_files'] as const,
      limits: defaultLimits,
    }
    services.consents.grant(project, {
      ...policy,
      capabilities: [...policy.capabilities],
      runtimes: [quickName],
      scope: { type: 'until_revoked' },
    })
    const { sessionId } = unwrap(
      await services.broker.start({
        projectId: project.id,
        prompt: 'Do it.',
        runtime: quickName,
        variant: null,
        outputSchema: null,
        policy: { ...policy, capabilities: [...policy.capabilities], runtimes: [] },
      }),
    )
    const first = await ended(services, sessionId)
    const before = bodies(services, sessionId)
    expect(first).toMatchObject({ status: 'succeeded', unknownLines: 1, frames: 1 })
    expect(services.store.read.nativeLines(sessionId, { after: 0, limit: 10, whole: true })).toMatchObject({
      total: 2,
      lines: [
        { line: 1, attempt: 1, text: 'new kind' },
        { line: 2, attempt: 1, text: 'done' },
      ],
    })

    const same = unwrap(await services.broker.parseAgain(sessionId))
    const dropTimes = (events: readonly EventBody[]) => events.slice(1)
    expect(dropTimes(bodies(services, same))).toEqual(dropTimes(before))

    known = true
    const again = unwrap(await services.broker.parseAgain(sessionId))
    const after = bodies(services, again)
    expect(services.store.read.session(again)).toMatchObject({
      status: 'succeeded',
      parsedFrom: sessionId,
      unknownLines: 0,
      frames: 2,
    })
    expect(ofType(after, 'agent.message')).toMatchObject([{ text: 'new kind' }, { text: 'done' }])
    expect(ofType(after, 'file.changed')).toMatchObject([{ path: 'made.txt', change: 'created' }])
    expect(services.store.read.verify(again).brokenSeq).toBeNull()
    // The old one is as it was (I4).
    expect(bodies(services, sessionId)).toEqual(before)
    services.store.close()
  })

  it('leaves nothing behind where the parser fails, and says so', async () => {
    const { services, id, sessions, parser } = await manyLines(10)
    parser.line = () => {
      throw new Error('a bug of the parser')
    }
    expect(await services.broker.parseAgain(id)).toMatchObject({ ok: false, error: { code: 'internal.bug' } })
    expect(sessions()).toEqual([[id, 'succeeded']])
    expect(services.broker.active()).toEqual([])
    services.store.close()
  })

  it('keeps both sessions from being deleted meanwhile, and is stopped by a cancel and at the end of the app', async () => {
    const { services, id, sessions } = await manyLines(3000)
    for (const stop of [
      (made: SessionId) => unwrap(services.broker.cancel(made, 'user')),
      () => services.broker.cancelAll('shutdown'),
    ]) {
      const parsing = services.broker.parseAgain(id)
      while (services.broker.active().length < 2) await nextTurn()
      expect(services.broker.active()[0]).toBe(id)
      expect(await services.broker.parseAgain(id)).toMatchObject({
        ok: false,
        error: { code: 'policy.invalid' },
      })
      await stop(services.broker.active()[1] ?? id)
      expect(await parsing).toMatchObject({ ok: false, error: { code: 'policy.invalid' } })
      expect(sessions()).toEqual([[id, 'succeeded']])
      expect(services.broker.active()).toEqual([])
    }
    services.store.close()
  })

  it('is taken back at the next start where a crash cut it off', async () => {
    const folder = temporaryFolder()
    const { services, id, runtime } = await manyLines(3000, folder)
    const parsing = services.broker.parseAgain(id)
    while (services.broker.active().length < 2) await nextTurn()
    services.store.close()
    expect((await parsing).ok).toBe(false)
    const later = await startServices(folder, [runtime])
    expect(sessionsOf(later)).toEqual([[id, 'succeeded']])
    later.store.close()
  })

  it('is refused where there is nothing to parse', async () => {
    const services = await startServices(temporaryFolder(), [quickRuntime('true')])
    const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
    const { sessionId } = unwrap(
      await services.broker.start({
        projectId: project.id,
        prompt: 'Do it.',
        runtime: quickName,
        variant: null,
        outputSchema: null,
        policy: { capabilities: ['read_tracked_files'], limits: defaultLimits, runtimes: [] },
      }),
    )
    expect((await ended(services, sessionId)).status).toBe('denied')
    expect(await services.broker.parseAgain(sessionId)).toMatchObject({
      ok: false,
      error: { code: 'policy.invalid' },
    })
    services.store.close()
  })
})
