import { describe, expect, it } from 'vitest'
import { createRecorder, type RecordedSnapshot } from '../../../src/main/broker/recorder'
import type { AgentEvent } from '../../../src/main/runtimes/runtime'
import { defaultLimits, type EventBody, type FileChange, failure, ok, type Result } from '../../../src/shared'

const change = (path: string, kind: FileChange['change'] = 'modified'): FileChange => ({
  change: kind,
  path,
  oldPath: null,
  before: null,
  after: { hash: 'a'.repeat(64), mode: 'file', size: 10 },
  additions: 1,
  deletions: 0,
  binary: false,
})

const taken = (...changes: FileChange[]): Result<RecordedSnapshot> => ok({ changes, left: 0, skipped: [] })

function harness(options: {
  readonly snapshots?: Result<RecordedSnapshot>[]
  readonly limits?: Partial<typeof defaultLimits>
  readonly capabilities?: Parameters<typeof createRecorder>[0]['capabilities']
}) {
  const events: EventBody[] = []
  const log: string[] = []
  const snapshots = [...(options.snapshots ?? [])]
  const recorder = createRecorder({
    pushLine: () => {},
    keepContent: () => Promise.resolve(ok('b'.repeat(64))),
    estimateCost: () => null,
    limits: { ...defaultLimits, ...options.limits },
    capabilities: options.capabilities ?? [
      'read_tracked_files',
      'write_mirror',
      'create_files',
      'run_commands',
    ],
    push: (body) => {
      events.push(body)
      log.push(body.type)
    },
    snapshot: async () => {
      log.push('snapshot')
      return snapshots.shift() ?? taken()
    },
    pause: () => log.push('pause'),
    resume: () => log.push('resume'),
    acknowledge: () => log.push('acknowledge'),
    endInput: () => log.push('endInput'),
    stop: () => log.push('stop'),
  })
  recorder.beginAttempt(1, {
    line: (line) => JSON.parse(line) as AgentEvent[],
    end: () => ({ events: [], failure: null }),
  })
  const finish = () => recorder.finishAttempt({ code: 0, signal: null, stopped: false })
  const say = (...agentEvents: AgentEvent[]) => recorder.line(JSON.stringify(agentEvents))
  return { recorder: { ...recorder, finish }, events, log, say }
}

const call = (kind: 'read' | 'edit'): AgentEvent => ({
  type: 'tool.called',
  callId: 'c1',
  tool: kind,
  kind,
  target: 'a.txt',
  input: {},
})
const begin: AgentEvent = { type: 'response.started', responseId: 'r' }
const finish: AgentEvent = { type: 'response.finished', responseId: 'r' }
const message: AgentEvent = { type: 'agent.message', text: 'hello', final: false }

describe('createRecorder', () => {
  it('holds later lines back until the snapshot of a changing frame is stored', async () => {
    const { recorder, log, say } = harness({ snapshots: [taken(change('a.txt'))] })
    say(begin, call('edit'), finish)
    say(begin, message)
    expect(log).toEqual(['frame.started', 'tool.called', 'snapshot', 'pause'])
    await recorder.finish()
    expect(log.slice(4)).toEqual([
      'file.changed',
      'frame.finished',
      'acknowledge',
      'resume',
      'frame.started',
      'agent.message',
      'snapshot',
      'frame.finished',
    ])
  })

  it('takes no snapshot after a frame that only read', () => {
    const { log, say } = harness({})
    say(begin, call('read'), finish)
    expect(log).toEqual(['frame.started', 'tool.called', 'frame.finished', 'acknowledge'])
  })

  it('opens no frame at the end where nothing happened', async () => {
    const { recorder, log } = harness({})
    await recorder.finish()
    expect(log).toEqual(['snapshot'])
  })

  it('gives changes left behind after the last response a frame of their own', async () => {
    const { recorder, events, say } = harness({ snapshots: [taken(change('late.txt'))] })
    say(begin, message, finish)
    await recorder.finish()
    expect(events.filter(({ type }) => type === 'file.changed')).toMatchObject([
      { frame: 2, path: 'late.txt' },
    ])
  })

  it('stops at the limit of events and records nothing beyond it', async () => {
    const { recorder, events, log, say } = harness({ limits: { events: 3 } })
    say(begin, message, message, message, message)
    const end = await recorder.finish()
    expect(events.map(({ type }) => type)).toEqual([
      'frame.started',
      'agent.message',
      'agent.message',
      'limit.reached',
    ])
    expect(log.filter((each) => each === 'stop')).toHaveLength(1)
    expect(end.limit).toEqual({ name: 'events', ceiling: 3 })
  })

  it('keeps what was measured on record beyond the limit of events, in a frame of its own', async () => {
    const { recorder, events, say } = harness({
      limits: { events: 2 },
      capabilities: ['read_tracked_files', 'write_mirror'],
      snapshots: [
        ok({
          changes: [change('a'), change('b', 'created')],
          left: 0,
          skipped: [{ path: 'pipe', reason: 'a pipe' }],
        }),
      ],
    })
    say(begin, message, finish)
    say(begin, message, message, message)
    await recorder.finish()
    expect(events.map(({ type }) => type)).toEqual([
      'frame.started',
      'agent.message',
      'limit.reached',
      'files.skipped',
      'frame.started',
      'file.changed',
      'file.changed',
      'policy.violated',
      'frame.finished',
    ])
    expect(events.filter(({ type }) => type === 'file.changed')).toMatchObject([
      { path: 'a', frame: 2 },
      { path: 'b', frame: 2 },
    ])
  })

  it('does not let a flood keep a lost box or a cancel off the record', () => {
    const { recorder, events, say } = harness({ limits: { events: 1 } })
    say(begin, message, message)
    recorder.record({ type: 'cancel.requested', by: 'user' })
    recorder.lose(failure('sandbox.lost', 'gone').error)
    expect(events.map(({ type }) => type)).toEqual([
      'frame.started',
      'limit.reached',
      'cancel.requested',
      'sandbox.lost',
    ])
  })

  it('stops at the limit of changed files', async () => {
    const { recorder, say } = harness({
      limits: { changedFiles: 1 },
      snapshots: [taken(change('a'), change('b'))],
    })
    say(begin, call('edit'), finish)
    expect((await recorder.finish()).limit).toEqual({ name: 'changedFiles', ceiling: 1 })
  })

  it('counts files beyond what was recorded towards the limit', async () => {
    const { recorder, say } = harness({
      limits: { changedFiles: 5 },
      snapshots: [ok({ changes: [change('a')], left: 5, skipped: [] })],
    })
    say(begin, call('edit'), finish)
    expect((await recorder.finish()).limit).toEqual({ name: 'changedFiles', ceiling: 5 })
  })

  it.each([
    ['modified', ['read_tracked_files', 'create_files'], 'write_mirror'],
    ['created', ['read_tracked_files', 'write_mirror'], 'create_files'],
    ['deleted', ['read_tracked_files', 'write_mirror'], 'create_files'],
    ['renamed', ['read_tracked_files', 'write_mirror'], 'create_files'],
  ] as const)(
    'stops a run whose agent %s a file without the capability',
    async (kind, capabilities, capability) => {
      const { recorder, events, log, say } = harness({
        capabilities,
        snapshots: [taken(change('a.txt', kind))],
      })
      say(begin, call('edit'), finish)
      const end = await recorder.finish()
      expect(end.fault?.code).toBe('policy.capability_exceeded')
      expect(events).toContainEqual({ type: 'policy.violated', capability, detail: `${kind}: a.txt` })
      expect(log).toContain('stop')
    },
  )

  it('names each path that can’t be recorded once', async () => {
    const skipped = [{ path: 'pipe', reason: 'a named pipe' }]
    const { recorder, events, say } = harness({
      snapshots: [ok({ changes: [], left: 0, skipped }), ok({ changes: [], left: 0, skipped })],
    })
    say(begin, call('edit'), finish)
    await recorder.finish()
    expect(events.filter(({ type }) => type === 'files.skipped')).toEqual([
      { type: 'files.skipped', frame: 1, count: 1, files: skipped },
    ])
  })

  it('fails the run when a snapshot can’t be taken', async () => {
    const { recorder, log, say } = harness({ snapshots: [failure('workspace.snapshot_failed', 'disk')] })
    say(begin, call('edit'), finish)
    expect((await recorder.finish()).fault?.code).toBe('workspace.snapshot_failed')
    expect(log).toContain('stop')
  })

  it('works off a line of any number of events', async () => {
    const { recorder, events } = harness({})
    recorder.beginAttempt(1, {
      line: () => Array.from({ length: 200_000 }, () => message),
      end: () => ({ events: [], failure: null }),
    })
    recorder.line('one line')
    expect((await recorder.finish()).limit).toEqual({ name: 'events', ceiling: defaultLimits.events })
    expect(events.filter(({ type }) => type === 'agent.message')).toHaveLength(defaultLimits.events - 1)
  })

  it('fails the run at a line that can’t be worked off, and goes on with the next', async () => {
    const { recorder, events, log, say } = harness({})
    recorder.line('{')
    say(begin, message, finish)
    expect((await recorder.finish()).fault?.code).toBe('internal.bug')
    expect(log).toContain('stop')
    expect(events).toContainEqual(message)
  })
})
