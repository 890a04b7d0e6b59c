import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/main/log'
import { harmless, planted, plantedMore } from './planted'

const { redact, redactValue, createStream } = createRedactor({})

describe('redact: shapes', () => {
  for (const [name, secret] of Object.entries(planted))
    it(`masks a planted ${name}`, () => {
      expect(redact(`before "${secret}" after`)).toBe(`before "[masked: ${name}]" after`)
      expect(redact(secret)).toBe(`[masked: ${name}]`)
      expect(redact(`x=${secret};y=${secret}`)).toBe(`x=[masked: ${name}];y=[masked: ${name}]`)
    })

  it('masks the other forms of the same kinds', () => {
    for (const secret of plantedMore)
      expect(redact(`"${secret}"`), secret).toMatch(/^"\[masked: [A-Za-z ]+\]"$/)
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

describe('redact: values of the environment', () => {
  const masked = createRedactor({
    MY_API_KEY: 'correct horse battery',
    githubtoken: 'abcdefgh',
    DB_PASSWORD: 'a"b\\c/d&e',
    SHORT_TOKEN: 'abc',
    GIT_AUTHOR_NAME: 'Jane Doe Smith',
    KEYBOARD_LAYOUT: 'de-latin1-nodeadkeys',
    SSH_AUTH_SOCK: '/tmp/ssh-agent/socket',
    PWD: '/home/jane/project',
    EDITOR: 'vim-with-options',
    SIGNING_KEY: 'first-line-of-a-value\nsecond-line-of-a-value\n',
    LONG_SECRET: 'abcdefghijkl',
  })

  it('masks them wherever they stand, and names the variable', () => {
    expect(masked.redact('xcorrect horse batteryx')).toBe('x[masked: MY_API_KEY]x')
    expect(masked.redact('abcdefgh')).toBe('[masked: githubtoken]')
  })

  it('masks the longer of two that overlap', () => {
    expect(masked.redact('abcdefghijkl')).toBe('[masked: LONG_SECRET]')
  })

  it('masks them as they stand in JSON and in a URL, and line by line', () => {
    for (const text of [JSON.stringify('a"b\\c/d&e'), `"${encodeURIComponent('a"b\\c/d&e')}"`])
      expect(masked.redact(text)).toBe('"[masked: DB_PASSWORD]"')
    expect(masked.redact('2: second-line-of-a-value')).toBe('2: [masked: SIGNING_KEY]')
  })

  it('leaves short values and those of other variables', () => {
    const text =
      'abc, Jane Doe Smith, de-latin1-nodeadkeys, /tmp/ssh-agent/socket, /home/jane/project, vim-with-options'
    expect(masked.redact(text)).toBe(text)
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

describe('createStream', () => {
  const withSpaces = createRedactor({ APP_SECRET: 'two words and more', OTHER_TOKEN: 'tokentokentoken' })

  it('finds a secret that is split over pieces, character by character', () => {
    for (const [name, secret] of Object.entries(planted)) {
      const stream = createStream()
      const shown = [...`see ${secret} end`].map((piece) => stream.push(piece)).join('') + stream.end()
      expect(shown, name).toBe(`see [masked: ${name}] end`)
    }
  })

  it('shows whole words at once and holds back the last one only', () => {
    const stream = createStream()
    expect(stream.push('running tests\nok 1')).toBe('running tests\nok ')
    expect(stream.push(' done\n')).toBe('1 done\n')
    expect(stream.end()).toBe('')
  })

  it('holds back a bounded amount only', () => {
    const stream = createStream()
    let shown = 0
    for (let count = 0; count < 100; count += 1) shown += stream.push('x'.repeat(10_000)).length
    expect(shown).toBeGreaterThan(1_000_000 - 70_000)
  })

  it('masks what masking the whole text masks, however it is cut', () => {
    const secrets = [...Object.values(planted), 'two words and more', 'tokentokentoken']
    const piece = fc.oneof(
      fc.constantFrom(...secrets),
      fc.constantFrom(' ', '\n', 'two words', 'Authorization: ', '-----BEGIN RSA', 'sk-', 'eyJ', '"', 'a'),
      fc.string({ maxLength: 10 }),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat(400), { maxLength: 20 }),
        (parts, cuts) => {
          const text = parts.join('')
          const points = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
          const stream = withSpaces.createStream()
          const shown = points.slice(1).map((end, index) => stream.push(text.slice(points[index], end)))
          expect(shown.join('') + stream.end()).toBe(withSpaces.redact(text))
        },
      ),
      { numRuns: 3000 },
    )
  })
})
