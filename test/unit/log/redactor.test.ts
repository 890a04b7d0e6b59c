import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkUserPatterns, createRedactor } from '../../../src/main/log'
import { harmless, planted } from './planted'

const { redact, redactValue } = createRedactor({})

describe('redact: shapes', () => {
  for (const [name, secret] of Object.entries(planted))
    it(`masks a planted ${name}`, () => {
      expect(redact(`before "${secret}" after`)).toBe(`before "[masked: ${name}]" after`)
      expect(redact(secret)).toBe(`[masked: ${name}]`)
      expect(redact(`x=${secret};y=${secret}`)).toBe(`x=[masked: ${name}];y=[masked: ${name}]`)
    })

  it('masks the password of an address, and a private key that is not closed', () => {
    expect(redact('https://user:hunter22@host/path')).toBe(
      'https://[masked: password in an address]@host/path',
    )
    expect(redact((planted['private key'] ?? '').slice(0, 50))).toBe('[masked: private key]')
  })

  it('masks one that follows a letter or an escape', () => {
    const github = planted['GitHub token'] ?? ''
    const api = planted['API key'] ?? ''
    expect(redact(`token${github}`)).toBe('token[masked: GitHub token]')
    expect(redact(JSON.stringify(`a\n${api}`))).toBe('"a\\n[masked: API key]"')
  })

  it('leaves hashes, ids and words alone', () => {
    for (const text of harmless) expect(redact(` ${text} `)).toBe(` ${text} `)
  })

  it('leaves any UUID and any hash in hex alone', () => {
    fc.assert(fc.property(fc.uuid(), (id) => redact(id) === id))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 32 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex')
        expect(redact(`commit ${hex}`)).toBe(`commit ${hex}`)
      }),
    )
  })
})

describe('redactValue', () => {
  it('masks strings and keys at any depth and keeps everything else', () => {
    const secret = planted['GitHub token'] ?? ''
    const value = { a: [1, null, true, `x ${secret}`], [secret]: { deep: { deeper: secret } }, n: 1.5 }
    expect(redactValue(value)).toEqual({
      a: [1, null, true, 'x [masked: GitHub token]'],
      '[masked: GitHub token]': { deep: { deeper: '[masked: GitHub token]' } },
      n: 1.5,
    })
  })

  it('gives any JSON value without a secret back as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(redactValue(value)).toEqual(value)
      }),
    )
  })

  it('ends at a depth instead of overflowing the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(JSON.stringify(redactValue(deep))).toContain('nested too deeply')
  })

  it('keeps a key named __proto__ a key', () => {
    const value: unknown = JSON.parse('{"__proto__": {"x": 1}}')
    expect(JSON.stringify(redactValue(value))).toBe('{"__proto__":{"x":1}}')
  })
})

describe('forRun', () => {
  const github = planted['GitHub token'] ?? ''
  const redactor = createRedactor({ APP_SECRET: 'secret of the app' })

  it('counts what it masked by rule and variable, for each run apart, and never by value', () => {
    const first = redactor.forRun()
    const second = redactor.forRun()
    first.redact(`${github} and ${github}, secret of the app`)
    first.redactValue({ [github]: ['secret of the app'] })
    second.redact(github)
    redactor.redact(github)
    expect(first.counts()).toEqual(
      new Map([
        ['GitHub token', 3],
        ['APP_SECRET', 2],
      ]),
    )
    expect(second.counts()).toEqual(new Map([['GitHub token', 1]]))
  })

  it('counts once what comes in pieces and what two rules know', () => {
    const run = redactor.forRun()
    const stream = run.createStream()
    for (const char of `see ${github} and secret of the app `) stream.push(char)
    stream.end()
    run.redact(`Authorization: Bearer ${github}`)
    expect(run.counts()).toEqual(
      new Map([
        ['GitHub token', 1],
        ['APP_SECRET', 1],
        ['authorization header', 1],
      ]),
    )
  })
})

describe('addSecret and setPatterns', () => {
  it('reach maskers and streams that are in use', () => {
    const redactor = createRedactor({})
    const run = redactor.forRun()
    const stream = run.createStream()
    expect(stream.push('a saved-api-key-value and INT-123456\n')).toBe(
      'a saved-api-key-value and INT-123456\n',
    )
    redactor.addSecret('key from the settings', 'saved-api-key-value')
    expect(run.redact('saved-api-key-value')).toBe('[masked: key from the settings]')
    expect(redactor.redact(btoa('saved-api-key-value'))).toBe('[masked: key from the settings]')
    const patterns = checkUserPatterns([{ name: 'ticket', pattern: 'INT-[0-9]{6}' }])
    if (patterns.ok) redactor.setPatterns(patterns.value)
    expect(stream.push('saved-api-key-value INT-123456\n')).toBe(
      '[masked: key from the settings] [masked: ticket]\n',
    )
  })
})
