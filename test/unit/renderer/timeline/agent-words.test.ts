import { describe, expect, it } from 'vitest'
import { createRowCache } from '../../../../src/renderer/timeline/data/row-cache'
import { commandLine } from '../../../../src/renderer/timeline/words/process-words'
import { rowText } from '../../../../src/renderer/timeline/words/row-text'
import { rowWords } from '../../../../src/renderer/timeline/words/row-words'
import { type EventBody, eventBodySchema } from '../../../../src/shared'
import { stored } from '../../../support/builders'

const body = (value: unknown): EventBody => eventBodySchema.parse(value)
const text = (value: unknown): string => rowText({ type: 'event', row: 0, seq: 1, at: 0, body: body(value) })

describe('words of attempts and waits', () => {
  it('say which attempt comes, after what, and why', () => {
    expect(
      text({ type: 'retry.scheduled', attempt: 2, delayMs: 3000, kind: 'rate_limited', message: '429' }),
    ).toBe('Attempt 2 after a wait of 3.0 s: (rate limit) 429')
    expect(text({ type: 'attempt.started', attempt: 1, reason: 'first' })).toBe('First attempt')
    expect(text({ type: 'attempt.started', attempt: 2, reason: 'correction' })).toContain('correct it')
  })

  it('say a kind that is not known in its own word', () => {
    const words = rowWords(
      body({ type: 'retry.scheduled', attempt: 2, delayMs: 1, kind: 'new_kind', message: '' }),
    )
    expect(words.chip?.text).toBe('new kind')
  })

  it('tell the program’s own retries from Glovebox’s', () => {
    const retrying = { type: 'agent.retrying', attempt: 1, maxAttempts: 2, delayMs: 500, status: 529 }
    expect(text({ ...retrying, message: 'Overloaded' })).toBe(
      'The agent asks its model again by itself: try 1 of 2, after 500 ms (529) Overloaded',
    )
    expect(
      text({
        type: 'agent.retrying',
        attempt: 3,
        maxAttempts: null,
        delayMs: null,
        status: null,
        message: '',
      }),
    ).toBe('The agent asks its model again by itself: try 3')
  })

  it('say how much of a rate limit is used, over what, and when it is restored', () => {
    const at = new Date(2026, 2, 4, 14, 2).getTime()
    const limit = { type: 'agent.rate_limit', window: 'five_hour', usedPercent: 91.6, resetsAt: at }
    const words = rowWords(body({ ...limit, status: 'allowed_warning' }))
    expect(words).toMatchObject({
      text: 'The account comes near its rate limit',
      chip: { tone: 'warn', text: '92 % used' },
      note: 'over 5 hours',
      when: { label: 'restored', at },
    })
    expect(text({ ...limit, status: 'rejected' })).toContain('14:02:00')
    expect(text({ ...limit, status: 'new_word', resetsAt: null })).toContain('new word')
  })
})

describe('words of the agent program', () => {
  it('name what its own permissions refused', () => {
    expect(
      text({
        type: 'permission.denied',
        tool: 'Bash',
        callId: null,
        target: 'curl x',
        reason: 'not allowed',
      }),
    ).toBe('Refused Bash curl x (by the agent itself) not allowed')
  })

  it('say what it started as, without what it did not say', () => {
    const ready = { type: 'agent.ready', session: null, version: null, mode: null, servers: [] }
    expect(rowWords(body({ ...ready, model: 'sonnet', tools: ['Read', 'Edit'] }))).toMatchObject({
      text: 'The agent is ready and asks sonnet',
      note: '2 tools',
    })
    expect(rowWords(body({ ...ready, model: null, tools: [] }))).toMatchObject({
      text: 'The agent is ready',
      note: null,
    })
  })

  it('count what was masked by rule, never by value', () => {
    const words = rowWords(
      body({
        type: 'secrets.masked',
        counts: [
          { rule: 'GitHub token', count: 1 },
          { rule: 'environment', count: 2 },
        ],
      }),
    )
    expect(words.text).toBe('3 texts masked before anything was stored')
    expect(words.detail).toBe('GitHub token: 1 time\nenvironment: 2 times')
  })

  it('show a notice’s first line, the rest on demand', () => {
    const words = rowWords(body({ type: 'agent.notice', level: 'warning', text: 'first\nsecond' }))
    expect(words).toMatchObject({ lead: 'The agent warns', text: 'first', detail: 'first\nsecond' })
  })
})

describe('the invocation', () => {
  const started = {
    type: 'process.started',
    pid: 7,
    executable: '/opt/agent',
    args: ['--json', 'it’s', "a'b", ''],
    environment: ['PATH', 'HOME'],
  }
  it('is copied as a shell would take it', () => {
    expect(commandLine({ executable: '/opt/agent', args: ['--json', "a'b", ''] })).toBe(
      `/opt/agent --json 'a'\\''b' ''`,
    )
  })
  it('says folder, input and the names of variables', () => {
    const words = rowWords(body({ ...started, folder: '/run/mirror', inputBytes: 12 }))
    expect(words.target).toBe('agent')
    expect(words.detail).toContain('Folder: /run/mirror')
    expect(words.detail).toContain('Standard input: 12 bytes')
    expect(words.detail).toContain('PATH, HOME')
  })
  it('says what the program left behind', () => {
    const exited = { type: 'process.exited', code: null, signal: 'SIGKILL', durationMs: 10, survivors: 2 }
    expect(text(exited)).toBe(
      'Agent process ended; 2 processes it left behind had to be ended (ended by SIGKILL) after 10 ms',
    )
    expect(text({ ...exited, survivors: 0, mayHaveLeft: true })).toMatch(
      /^Agent process ended; others may still be/,
    )
  })
})

describe('a sub-agent', () => {
  it('is named by the call that started it', () => {
    const cache = createRowCache()
    const call = { type: 'tool.called', callId: 'c1', tool: 'Task', kind: 'other', target: null }
    cache.addLive(
      stored([
        body({ ...call, input: { description: 'Find the tests' } }),
        body({ ...call, callId: 'c2', input: {} }),
      ]),
    )
    expect(cache.callTitle('c1')).toBe('Find the tests')
    expect(cache.callTitle('c2')).toBe('Task')
    expect(cache.callTitle('c3')).toBeUndefined()
  })
})
