import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/main/log'

/** Texts that make careless patterns run for hours. Nothing is measured: a slow one runs into the test's time limit. */
const hostile: Readonly<Record<string, string>> = {
  'one letter': 'a',
  spaces: ' ',
  'line breaks': '\n',
  'beginnings of addresses': '://',
  'users without a host': '://aaaa:bbbb',
  'base64 without an end': 'QWxhZGRpbjpvcGVuIHNlc2FtZQ',
  'beginnings of keys': '-----BEGIN',
  'first lines of keys': `-----BEGIN RSA PRIV${'ATE'} KEY-----`,
  'first lines of keys, quoted': `-----BEGIN RSA PRIV${'ATE'} KEY-----"`,
  'beginnings of web tokens': 'eyJ',
  'halves of web tokens': 'eyJaaaaaaaaaa.',
  'beginnings of API keys': 'sk-',
  'beginnings of longer API keys': `sk-ant${'-api03-'}`,
  'beginnings of tokens with dots': 'SG.',
  'beginnings of chat tokens': 'xoxb-',
  'names without a value': 'SECRET_ACCESS_KEY ',
  'headers without a value': 'Authorization: ',
  'beginnings of connection strings': 'mongodb://a:b',
  backslashes: '\\',
  'escaped line breaks': '\\n',
  'what switches other scanners off': 'secretlint-disable ',
}

const { redact, createStream } = createRedactor({
  APP_TOKEN: 'aaaaaaaaaaaa',
  SPACED_SECRET: 'two words and more',
  OTHER_SECRET: 'abcdEFGHijklMNOPqrst',
})

describe('hostile text', () => {
  for (const [name, part] of Object.entries(hostile)) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length))
    it(`${name}: a megabyte, whole and in pieces`, () => {
      expect(redact(text).length).toBeGreaterThan(0)
      const stream = createStream()
      let shown = 0
      for (let at = 0; at < text.length; at += 4096) shown += stream.push(text.slice(at, at + 4096)).length
      expect(shown + stream.end().length).toBeGreaterThan(0)
    })
  }

  it.each([
    ['a token', `ghp${'_'}`, 'a'],
    ['a web token', '', 'eyJ'],
    ['an API key', '', `sk-ant${'-api03-'}`],
    ['a connection string', '', 'mongodb://a:b'],
  ])('the longest line that is read whole, of %s without an end', (_, start, part) => {
    const text = start + part.repeat(Math.ceil((8 * 1024 * 1024) / part.length))
    expect(createRedactor({}).redact(text).length).toBeGreaterThan(0)
  })

  it('a comment in the text switches nothing off', () => {
    const secret = `lin${'_api_'}${'a1B2'.repeat(10)}`
    expect(redact(`// secretlint-disable\n${secret}\n`)).toBe('// secretlint-disable\n[masked: Linear key]\n')
  })
})
