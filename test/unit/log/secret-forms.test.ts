import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/main/log'
import { noise } from './planted'

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

describe('secrets of the environment', () => {
  it('are masked wherever they stand, by the name of their variable', () => {
    expect(masked.redact('xcorrect horse batteryx')).toBe('x[masked: MY_API_KEY]x')
    expect(masked.redact('abcdefgh')).toBe('[masked: githubtoken]')
  })

  it('the longer of two that overlap', () => {
    expect(masked.redact('abcdefghijkl')).toMatch(/^\[masked: (?:LONG_SECRET|githubtoken)\]$/)
  })

  it('as they stand in JSON, in a URL, and line by line', () => {
    const value = 'a"b\\c/d&e'
    for (const text of [
      JSON.stringify(value),
      `"${encodeURIComponent(value)}"`,
      `"${encodeURI('a"b\\c/d&e').replace('&', '%26')}"`,
    ])
      expect(masked.redact(text)).toBe('"[masked: DB_PASSWORD]"')
    expect(masked.redact(`q=${encodeURIComponent('correct horse battery').replaceAll('%20', '+')}&`)).toBe(
      'q=[masked: MY_API_KEY]&',
    )
    expect(masked.redact('2: second-line-of-a-value')).toBe('2: [masked: SIGNING_KEY]')
  })

  it('in JSON inside JSON, and with escapes for all but ASCII', () => {
    const { redact } = createRedactor({ MY_SECRET: 'pass "wörd" 1' })
    const once = JSON.stringify({ key: 'pass "wörd" 1' })
    expect(redact(JSON.stringify({ once }))).not.toContain('rd')
    expect(redact('"pass \\"w\\u00f6rd\\" 1"')).toBe('"[masked: MY_SECRET]"')
  })

  it('not short values and those of other variables', () => {
    const text =
      'abc, Jane Doe Smith, de-latin1-nodeadkeys, /tmp/ssh-agent/socket, /home/jane/project, vim-with-options'
    expect(masked.redact(text)).toBe(text)
  })

  it('a name can not break the text its mask stands in', () => {
    const { redact } = createRedactor({ 'A "quoted"\nTOKEN': 'value-of-it' })
    expect(JSON.parse(redact(JSON.stringify({ text: 'value-of-it' })))).toEqual({
      text: '[masked: A _quoted__TOKEN]',
    })
  })
})

/** Of the sort that secrets are made of, and of any. */
const secret = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9+/=_.~!&-]{8,80}$/),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8),
)

describe('encodings', () => {
  it('base64: alone, and in a longer text at every alignment, of either alphabet', () => {
    fc.assert(
      fc.property(
        secret,
        fc.uint8Array({ maxLength: 7 }),
        fc.uint8Array({ maxLength: 7 }),
        (value, head, tail) => {
          const { redact } = createRedactor({ MY_SECRET: value })
          const bytes = Buffer.concat([head, Buffer.from(value.trim()), tail])
          for (const encoding of ['base64', 'base64url'] as const) {
            const shown = redact(bytes.toString(encoding))
            expect(shown).toContain('[masked: MY_SECRET]')
            // What is left decodes to nothing but the surroundings, and one byte of the value at most at each end.
            const left = shown.replace('[masked: MY_SECRET]', '').replace(/=+$/, '')
            expect(left.length).toBeLessThanOrEqual(Math.ceil(((head.length + tail.length + 2) * 4) / 3) + 1)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are named by their variable, also where by chance they look like a key of a known kind', () => {
    const { redact } = createRedactor({ MY_SECRET: '  !𐀀   𐀀' })
    const bytes = Buffer.concat([Buffer.from([178, 79, 128]), Buffer.from('!𐀀   𐀀')])
    expect(bytes.toString('base64url')).toMatch(/^sk-/)
    expect(redact(bytes.toString('base64url'))).toBe('[masked: MY_SECRET]')
  })

  it('base64 with line breaks, as tools print it, also inside JSON', () => {
    const value = noise(60, 5)
    const { redact, createStream } = createRedactor({ MY_SECRET: value })
    for (let before = 0; before < 80; before += 1) {
      const text = `${noise(before, 7)}${value}${noise(50, 9)}`
      const lines = (btoa(text).match(/.{1,76}/g) ?? []).join('\n')
      for (const printed of [
        `${lines}\n`,
        JSON.stringify({ content: lines }),
        lines.replaceAll('\n', '\r\n'),
      ]) {
        const shown = redact(printed)
        expect(shown).toContain('[masked: MY_SECRET]')
        expect(
          Buffer.from(shown.split('[masked: MY_SECRET]').join(''), 'base64').toString('latin1'),
        ).not.toContain(value.slice(3, 13))
        const stream = createStream()
        const pieces = (printed.match(/[\s\S]{1,30}/g) ?? []).map((piece) => stream.push(piece)).join('')
        const together = pieces + stream.end()
        expect(together.length).toBeLessThanOrEqual(shown.length + 4)
      }
    }
  })

  it('hex, URL and form encodings', () => {
    fc.assert(
      fc.property(secret, (value) => {
        const { redact } = createRedactor({ MY_SECRET: value })
        const text = value.trim()
        const hex = Buffer.from(text).toString('hex')
        const url = encodeURIComponent(text)
        const lower = url.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase())
        const form = new URLSearchParams({ a: text }).toString().slice(2)
        for (const encoded of [hex, hex.toUpperCase(), url, lower, form])
          expect(redact(` ${encoded} `)).toBe(' [masked: MY_SECRET] ')
      }),
      { numRuns: 300 },
    )
  })
})
