import { describe, expect, it } from 'vitest'
import type { AgentEvent, Runtime } from '../../../src/main/runtimes'
import { defaultLimits, type EventBody } from '../../../src/shared'
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
