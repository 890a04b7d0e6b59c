import { describe, expect, it } from 'vitest'
import { cutPromptMark, maskStart } from '../../../src/main/broker/masked-body'
import { createMaskedRecord } from '../../../src/main/broker/masked-record'
import { createRedactor } from '../../../src/main/log'
import type { AgentEvent } from '../../../src/main/runtimes'
import { defaultLimits, type EventBody, failure, mirrorOnly, projectIdSchema } from '../../../src/shared'
import { planted } from '../log/planted'

const github = planted['GitHub token'] ?? ''
const variable = 'hunter2-hunter2-hunter2-hunter2-xyz9'

type Written = EventBody | string

function harness() {
  const redactor = createRedactor({ MY_TOKEN: variable })
  const written: Written[] = []
  const timers = new Set<() => void>()
  const record = createMaskedRecord({
    redactor: redactor.forRun(),
    lineRedactor: redactor.forRun(),
    push: (body) => written.push(body),
    pushLine: (_, text) => written.push(text),
    later: (run) => {
      timers.add(run)
      return () => timers.delete(run)
    },
  })
  /** As the recorder does it: a line with what was made of it, then the events. */
  const say = (...events: (AgentEvent & EventBody)[]): void => {
    for (const event of events) {
      record.pushLine(1, JSON.stringify(event), [event])
      record.push(event)
    }
  }
  const passTime = () => {
    for (const run of [...timers]) {
      timers.delete(run)
      run()
    }
  }
  const lines = () => written.filter((each) => typeof each === 'string')
  const events = () => written.filter((each) => typeof each !== 'string')
  return { record, say, written, lines, events, passTime, timers }
}

const message = (text: string) => ({ type: 'agent.message', text, final: false }) as const
const output = (text: string) => ({ type: 'tool.output', callId: 'c', stream: 'stdout', text }) as const
const texts = (written: readonly Written[]): string =>
  written
    .map((each) => (typeof each === 'string' ? JSON.parse(each).text : 'text' in each ? each.text : ''))
    .join('')

describe('native lines', () => {
  const mask = (line: string): unknown => {
    const { record, written } = harness()
    record.pushLine(1, line, [])
    record.settle()
    return written[0]
  }

  it('stay byte for byte where they hold no secret', () => {
    for (const line of [
      '{ "a" : "\\u0067 \\/" , "a":1}',
      'plain',
      '[1,  2]',
      `${'['.repeat(500)}${']'.repeat(500)}`,
    ])
      expect(mask(line)).toBe(line)
  })

  it('are masked where a secret is seen once their JSON is read', () => {
    const escaped = `{"type":"x","text":"key \\u0067${github.slice(1)} end"}`
    expect(mask(escaped)).toBe('{"type":"x","text":"key [masked: GitHub token] end"}')
    expect(
      mask(`{"a":["${[...variable].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('')}"]}`),
    ).toBe('{"a":["[masked: MY_TOKEN]"]}')
    const deep = `${'['.repeat(5000)}"\\u0067${github.slice(1)}"${']'.repeat(5000)}`
    expect(mask(deep)).not.toContain(github.slice(1))
  })

  it('are masked as text where that keeps the rest as it came', () => {
    expect(mask(`{ "text" : "${github}", "n":1.0 }`)).toBe('{ "text" : "[masked: GitHub token]", "n":1.0 }')
  })
})

describe('a secret that is split', () => {
  it('over two outputs is masked in the events and in their lines', () => {
    const { say, record, lines, events } = harness()
    say(output(github.slice(0, 20)), output(`${github.slice(20)} end\n`))
    record.settle()
    expect(lines()).toHaveLength(2)
    expect(texts(lines())).toBe('[masked: GitHub token][masked: GitHub token] end\n')
    expect(texts(events())).toBe('[masked: GitHub token] end\n')
  })

  it('over many small outputs: no line holds more than its first few characters', () => {
    const { say, record, lines } = harness()
    say(...(`is ${variable} ok`.match(/.{1,7}/g) ?? []).map(output))
    record.settle()
    expect(texts(lines())).not.toContain('hunter2-hunter2')
    expect(texts(lines())).toMatch(/^is (?:hunt)?\[masked: MY_TOKEN\].* ok$/)
  })

  it('over two messages of one response', () => {
    const { say, record, written, lines, events } = harness()
    record.pushLine(1, JSON.stringify(message(github.slice(0, 20))), [message(github.slice(0, 20))])
    record.push({ type: 'frame.started', frame: 1, turn: 1 })
    record.push(message(github.slice(0, 20)))
    expect(written).toEqual([])
    say(message(github.slice(20)))
    record.push({ type: 'frame.finished', frame: 1, changedFiles: 0 })
    expect(texts(lines())).toBe('[masked: GitHub token][masked: GitHub token]')
    expect(events()).toMatchObject([
      { type: 'frame.started' },
      { type: 'agent.message', text: '[masked: GitHub token]' },
      { type: 'agent.message', text: '[masked: GitHub token]' },
      { type: 'frame.finished' },
    ])
  })

  it('waits for a second at most, in its place, and then what follows is masked still', () => {
    const { say, record, written, passTime, timers, events } = harness()
    say(message('Look at https://example.com'))
    record.push({ type: 'agent.notice', level: 'info', text: 'behind it' })
    expect(written).toEqual([])
    passTime()
    expect(events().map(({ type }) => type)).toEqual(['agent.message', 'agent.notice'])
    say(message(variable.slice(0, 20)))
    passTime()
    say(message(variable.slice(20)))
    expect(texts(events())).not.toContain(variable)
    record.settle()
    expect(timers.size).toBe(0)
  })

  it('is no reason to hold back what is like no secret', () => {
    const { say, written } = harness()
    say(message('I read the file'), message('and ran the tests.'), output('ok 1'))
    expect(written).toHaveLength(6 - 1 + 1)
  })

  it('over more than can be held is let go', () => {
    const { say, written } = harness()
    say(message('see https://example.com'))
    for (let count = 0; count < 1100; count += 1) say(output('.'))
    expect(written.length).toBeGreaterThan(1000)
  })
})

describe('a private key', () => {
  const name = `RSA PRIV${'ATE'} KEY`
  const body = Array.from({ length: 5 }, (_, index) => `${index}MIIEowIBAAKCAQEA${'x'.repeat(47)}`)
  const key = [`-----BEGIN ${name}-----`, ...body, `-----END ${name}-----`]

  it('that is printed line by line, as plain lines that no parser knows', () => {
    const { record, written } = harness()
    for (const line of [...key, 'done']) {
      const unknown: AgentEvent & EventBody = { type: 'agent.unknown', line, reason: 'not JSON' }
      record.pushLine(1, line, [unknown])
      record.push(unknown)
    }
    record.settle()
    for (const line of body) expect(JSON.stringify(written)).not.toContain(line.slice(0, 20))
    expect(written).toHaveLength(16)
    expect(written.slice(-2)).toMatchObject(['done', { line: 'done' }])
  })

  it('that is said line by line, each in a response of its own', () => {
    const { record, say, written } = harness()
    for (const line of key) {
      say(message(line))
      record.push({ type: 'frame.finished', frame: 1, changedFiles: 0 })
    }
    record.settle()
    for (const line of body) expect(JSON.stringify(written)).not.toContain(line.slice(0, 20))
  })
})

describe('texts that were cut', () => {
  it('of an error are masked before they are cut, and bounded', () => {
    const { record, events } = harness()
    const text = `API Error: 400 ${'x'.repeat(956)} ${variable} end ${'y '.repeat(5000)}`
    const { error } = failure('runtime.invalid_request', 'It was refused.', {}, text)
    record.push({ type: 'session.finished', status: 'failed', error, summary: null })
    record.push({ type: 'retry.scheduled', attempt: 1, delayMs: 1, kind: 'transient', message: text })
    const [finished, retry] = events()
    const cause = finished?.type === 'session.finished' ? (finished.error?.cause ?? '') : ''
    expect(cause).toHaveLength(1000)
    expect(cause).toContain('[masked: MY_TOKEN]')
    expect(cause).not.toContain('hunter2')
    expect(retry).toMatchObject({ message: cause })
  })

  it('of a prompt show no half of a secret at their end', () => {
    const text = `${'x '.repeat(300)}${variable.slice(0, 20)}`
    const start = {
      type: 'session.started',
      projectId: projectIdSchema.parse('8a3f0a52-8f1c-4c0e-9d2b-1f0c2a3b4c5d'),
      projectName: 'p',
      projectPath: '/p',
      runtime: null,
      runtimeTitle: 'None',
      variant: null,
      prompt: `${text}${cutPromptMark}`,
      capabilities: [],
      limits: defaultLimits,
      level: mirrorOnly,
    } as const
    const redactor = createRedactor({ MY_TOKEN: variable })
    expect(maskStart(redactor, { ...start, capabilities: [] }).prompt).toBe(
      `${'x '.repeat(300)}${cutPromptMark}`,
    )
    const whole = `${'x '.repeat(300)}and so on…`
    expect(maskStart(redactor, { ...start, capabilities: [], prompt: whole }).prompt).toBe(whole)
  })

  it('by a parser show no half of a secret at their end', () => {
    const { record, events } = harness()
    const cut = `${'x '.repeat(300)}${variable.slice(0, 20)}…`
    record.push({ type: 'agent.notice', level: 'info', text: cut })
    record.push({ type: 'permission.denied', tool: 't', callId: null, target: null, reason: cut })
    record.push({
      type: 'agent.retrying',
      attempt: 1,
      maxAttempts: null,
      delayMs: null,
      status: null,
      message: cut,
    })
    record.push({
      type: 'agent.unknown',
      line: `${cut.slice(0, -1)} … [100 more characters]`,
      reason: 'too long',
    })
    record.settle()
    expect(events()).toHaveLength(4)
    expect(JSON.stringify(events())).not.toContain('hunter2')
  })
})
