import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkUserPatterns, createRedactor, type Masker } from '../../../src/main/log'
import { noise, planted, plantedSecrets } from './planted'

const { createStream } = createRedactor({})
const environment = { APP_SECRET: 'two words and more', OTHER_TOKEN: 'tokentokentoken' }
const withSpaces = createRedactor(environment)

function inPieces({ createStream }: Masker, text: string, cuts: readonly number[]): string {
  const points = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
  const stream = createStream()
  const shown = points.slice(1).map((end, index) => stream.push(text.slice(points[index], end)))
  return shown.join('') + stream.end()
}

const everySize = (text: string, size: number): number[] =>
  Array.from({ length: Math.floor(text.length / size) }, (_, index) => (index + 1) * size)

describe('createStream', () => {
  it('shows whole words at once and holds back the last one only', () => {
    const stream = createStream()
    expect(stream.push('running tests\nok 1')).toBe('running tests\nok ')
    expect(stream.push(' done\n')).toBe('1 done\n')
    expect(stream.end()).toBe('')
  })

  it('holds back a bounded amount only', () => {
    for (const piece of ['x'.repeat(10_000), `-----BEGIN RSA PRIV${'ATE'} KEY-----"${'y '.repeat(5000)}`]) {
      const stream = createStream()
      let shown = 0
      for (let count = 0; count < 100; count += 1) shown += stream.push(piece).length
      expect(shown).toBeGreaterThan(1_000_000 - 100_000)
    }
  })

  it('finds a secret in the middle of a very long word', () => {
    const secret = planted['GitHub token'] ?? ''
    const text = `${noise(100_000, 3)}=${secret}=${noise(100_000, 4)}`
    expect(inPieces({ ...withSpaces }, text, everySize(text, 1000))).toBe(withSpaces.redact(text))
  })

  it('masks a private key that is longer than what is held back', () => {
    const text = `-----BEGIN RSA PRIV${'ATE'} KEY-----\n${`${noise(64, 3)}\n`.repeat(2000)}`
    const shown = inPieces(withSpaces, text, everySize(text, 1000))
    expect(shown.startsWith('[masked: private key]')).toBe(true)
    expect(shown.length).toBeLessThan(text.length - 60 * 1024)
  })

  const pieces = fc.oneof(
    fc.constantFrom(...plantedSecrets.map(({ secret }) => secret), ...Object.values(environment)),
    fc.constantFrom(
      ...Object.values(environment).flatMap((each) => [
        btoa(each),
        btoa(`1${each}2`),
        encodeURIComponent(each),
      ]),
    ),
    fc.constantFrom(
      ' ',
      '\n',
      'two words',
      'Authorization: ',
      '-----BEGIN RSA',
      'sk-',
      'eyJ',
      '"',
      'a',
      '\\',
      '\\n',
    ),
    fc.constantFrom('AWS_SECRET_ACCESS_KEY = ', noise(40, 8), 'mongodb://a:', '@host', '://', 'x-api-key: '),
    fc.string({ maxLength: 10 }),
  )
  const separators = fc.constantFrom(' ', '\n', '\r\n', ', ', '", "', ' = ', '\\n')
  const texts = fc
    .array(fc.tuple(pieces, separators), { maxLength: 12 })
    .map((parts) => parts.flat().join(''))
  const cuts = fc.array(fc.nat(1000), { maxLength: 20 })

  it('masks what masking the whole text masks, however it is cut', () => {
    fc.assert(
      fc.property(texts, cuts, (text, at) => {
        expect(inPieces(withSpaces, text, at)).toBe(withSpaces.redact(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('shows no secret that masking the whole text hides, also where one runs into the next', () => {
    const joined = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
    const secrets = [...plantedSecrets.map(({ secret }) => secret), ...Object.values(environment)]
    fc.assert(
      fc.property(joined, cuts, (text, at) => {
        const shown = inPieces(withSpaces, text, at)
        const whole = withSpaces.redact(text)
        for (const secret of secrets) if (!whole.includes(secret)) expect(shown).not.toContain(secret)
      }),
      { numRuns: 1000 },
    )
  })

  it('the same with patterns of the user, which are matched by line', () => {
    const patterns = checkUserPatterns([{ name: 'case', pattern: 'case no\\. [0-9]+ of [a-z]+' }])
    if (!patterns.ok) throw new Error('the pattern was refused')
    const masker = createRedactor(environment, { patterns: patterns.value })
    const lines = fc.array(fc.oneof(pieces, fc.constantFrom('case no. 12 of me', 'case no. ', '7 of you')), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(lines, cuts, (parts, at) => {
        const text = parts.join(' ')
        expect(inPieces(masker, text, at)).toBe(masker.redact(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('shows no secret that is cut into single characters among other text', () => {
    const text = plantedSecrets.map(({ secret }, index) => `${index}: ${secret}\n`).join('')
    const shown = inPieces(withSpaces, text, everySize(text, 1))
    for (const { secret } of plantedSecrets) expect(shown).not.toContain(secret)
    expect(shown).toBe(withSpaces.redact(text))
  })
})
