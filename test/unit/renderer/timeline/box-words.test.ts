import { describe, expect, it } from 'vitest'
import { invocationText } from '../../../../src/renderer/timeline/words/process-words'
import { rowText } from '../../../../src/renderer/timeline/words/row-text'
import { rowWords } from '../../../../src/renderer/timeline/words/row-words'
import { type EventBody, eventBodySchema } from '../../../../src/shared'

const parse = (body: unknown): EventBody => eventBodySchema.parse(body)
const contact = (patch: object = {}) => ({
  id: 1,
  at: 1000,
  via: 'tunnel',
  method: 'CONNECT',
  host: 'api.example.org',
  port: 443,
  address: '192.0.2.7',
  allowed: true,
  reason: null,
  bytesUp: 1024,
  bytesDown: 4096,
  durationMs: 320,
  ...patch,
})
const contactWords = (phase: 'started' | 'ended', patch: object = {}) =>
  rowWords(parse({ type: 'network.contact', phase, contact: contact(patch) }))

describe('words of a contact in the timeline', () => {
  it('stay in the background where it was allowed', () => {
    expect(contactWords('ended')).toMatchObject({
      icon: 'network',
      lead: null,
      text: 'Reached',
      target: 'api.example.org:443',
      chip: null,
      note: '1 kB up, 4 kB down · 320 ms',
    })
    expect(contactWords('started').note).toBe('open…')
    expect(contactWords('ended', { via: 'provider' }).text).toBe('Asked its model at')
  })

  it('stand out where it was refused: another icon, a word and the reason', () => {
    const words = contactWords('ended', { allowed: false, reason: 'host_not_listed', address: null })
    expect(words).toMatchObject({
      icon: 'refused',
      lead: 'Refused',
      target: 'api.example.org:443',
      chip: { tone: 'warn', text: 'not in this consent' },
    })
    expect(words.detail).toContain('not among those that this run may reach')
  })

  it('say why one that was allowed was cut', () => {
    expect(contactWords('ended', { reason: 'rules_tightened' }).chip?.text).toBe('no longer allowed')
  })

  it('show a hostile name as it is written', () => {
    const body = parse({
      type: 'network.contact',
      phase: 'ended',
      contact: contact({ host: 'x\u202e\u001b[2Jy', allowed: false, reason: 'bad_host' }),
    })
    expect(rowWords(body).target).toBe('x\\u202e\\u001b[2Jy:443')
    expect(rowText({ type: 'event', row: 1, seq: 1, at: 1, body })).not.toMatch(/\p{Cf}/u)
  })
})

describe('words of a box', () => {
  const opened = (patch: object) =>
    rowWords(
      parse({
        type: 'sandbox.opened',
        backend: 'bubblewrap',
        version: '0.8.0',
        network: 'proxied',
        reach: ['api.example.org:443'],
        durationMs: 12,
        ...patch,
      }),
    )

  it('say what holds the run and what it may reach', () => {
    expect(opened({}).text).toBe(
      'Bubblewrap 0.8.0 holds the run · network closed but for api.example.org:443',
    )
    expect(opened({ network: 'none', reach: [] }).text).toContain('network closed')
    expect(opened({ reach: ['a:1', 'b:2'] })).toMatchObject({
      text: 'Bubblewrap 0.8.0 holds the run · network closed but for 2 places',
      detail: 'May reach, through Glovebox’s proxy:\na:1\nb:2',
    })
  })

  it('warn where nothing holds it, and where the network is open', () => {
    expect(opened({ backend: 'subprocess', version: null, network: 'host', reach: [] })).toMatchObject({
      icon: 'warning',
      lead: 'Not sandboxed:',
    })
    expect(opened({ network: 'host', reach: [] }).chip).toEqual({ tone: 'warn', text: 'network open' })
  })

  it('say that it was lost', () => {
    const error = { code: 'sandbox.lost', message: 'The engine stopped.', retryable: false, details: {} }
    expect(rowWords(parse({ type: 'sandbox.lost', error }))).toMatchObject({
      lead: 'Sandbox lost:',
      text: 'The engine stopped.',
      chip: { tone: 'bad' },
    })
  })
})

describe('what a program was started in', () => {
  const started = (wrapper?: readonly string[]) => {
    const body = parse({
      type: 'process.started',
      pid: 7,
      executable: '/usr/bin/claude',
      args: [],
      environment: [],
      ...(wrapper === undefined ? {} : { wrapper }),
    })
    if (body.type !== 'process.started') throw new Error('another kind')
    return body
  }

  it('is told in a word, and whole when asked for', () => {
    const body = started(['/usr/bin/bwrap', '--unshare-all', '--', 'a b'])
    expect(rowWords(body).note).toBe('process 7, held by bwrap')
    expect(invocationText(body)).toContain("Held by: /usr/bin/bwrap --unshare-all -- 'a b'")
    expect(rowWords(started()).note).toBe('process 7')
    expect(invocationText(started([]))).not.toContain('Held by')
  })
})
