import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyCarry, createRedactor, maskParts, type SecretPart } from '../../../src/main/log'
import { planted, plantedSecrets } from './planted'

const variable = 'tr0ub4dor-and-three-more-words'
const masker = createRedactor({ MY_TOKEN: variable })
const github = planted['GitHub token'] ?? ''

/** The pieces as they are recorded, each masked by itself and by what the watch says of it; and which had to wait. */
function watch(pieces: readonly string[], separator: '' | '\n' = '') {
  const parts = pieces.map((): SecretPart[] => [])
  const free: number[] = []
  const waited = new Set<number>()
  const watching = masker.createSplitWatch<number>({
    separator,
    onWait: (owner) => waited.add(owner),
    onFree: (owner) => free.push(owner),
    onPart: (owner, part) => parts[owner]?.push(part),
  })
  pieces.forEach((piece, index) => {
    watching.push(piece, index)
  })
  const waiting = [...waited].filter((owner) => !free.includes(owner))
  watching.end()
  const shown = pieces.map((piece, index) => masker.redact(maskParts(piece, parts[index] ?? [])))
  return { shown, waited: [...waited], waiting, free: free.toSorted((a, b) => a - b) }
}

describe('createSplitWatch', () => {
  it('finds a secret that is split over pieces, in each of them', () => {
    expect(watch([`key ${github.slice(0, 20)}`, `${github.slice(20)} end`]).shown).toEqual([
      'key [masked: GitHub token]',
      '[masked: GitHub token] end',
    ])
    expect(watch([variable.slice(0, 10), variable.slice(10, 12), `${variable.slice(12)}.`]).shown).toEqual([
      '[masked: MY_TOKEN]',
      '[masked: MY_TOKEN]',
      '[masked: MY_TOKEN].',
    ])
  })

  it('lets no piece wait whose end is like no secret’s beginning, and none longer than it has to', () => {
    const { waited, shown } = watch(['running the tests', ' now, ok 1', '. The end'])
    expect(waited).toEqual([])
    expect(shown).toEqual(['running the tests', ' now, ok 1', '. The end'])
    const link = watch(['see https://example.com', '/page for more', 'and that'])
    expect(link.waiting).toEqual([])
    expect(link.waited).toContain(0)
    expect(link.shown).toEqual(['see https://example.com', '/page for more', 'and that'])
  })

  it('shows no secret, and no more than its known beginning, wherever it is cut', () => {
    const secrets = [variable, ...plantedSecrets.map(({ secret }) => secret)].filter(
      (each) => !each.includes('\n') && each.length < 2000,
    )
    fc.assert(
      fc.property(fc.constantFrom(...secrets), fc.array(fc.nat(200), { maxLength: 4 }), (secret, at) => {
        const text = `says ${secret} here`
        const cuts = [...new Set([0, ...at.filter((cut) => cut < text.length), text.length])].toSorted(
          (a, b) => a - b,
        )
        const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
        expect(watch(pieces).shown.join('')).not.toContain(secret)
      }),
      { numRuns: 500 },
    )
  })
})

describe('maskParts', () => {
  it('masks as a whole what would take too long to be compared with all its pieces', () => {
    const parts = Array.from({ length: 2000 }, (_, index): SecretPart => {
      const piece = `${'a'.repeat(5000)}${index}`
      return { piece, found: [{ start: 0, end: 8, name: 'private key', rank: 3 }] }
    })
    expect(maskParts('a'.repeat(20_000), parts)).toBe('[masked: private key]')
  })
})

describe('createKeyCarry', () => {
  const name = `RSA PRIV${'ATE'} KEY`
  const lines = [
    `-----BEGIN ${name}-----`,
    'Proc-Type: 4,ENCRYPTED',
    '',
    'MIIEowIBAAKCAQEAx1',
    '12→ab+/cd==',
    `-----END ${name}-----`,
  ]

  it('follows a key from line to line, to its last and no further', () => {
    const carry = createKeyCarry()
    const taken = ['before', ...lines, 'MIIEowIBAAKCAQEAx1'].map((line) => carry.take(line))
    expect(taken).toEqual([0, 0, ...lines.slice(1).map(({ length }) => length), 0])
  })

  it('lets go at a line that no key has', () => {
    const carry = createKeyCarry()
    expect([lines[0] ?? '', 'There was no key in it.', 'MIIEowIBAAKCAQEAx1'].map(carry.take)).toEqual([
      0, 0, 0,
    ])
    const quoted = createKeyCarry()
    expect([`it begins with "${lines[0]}", mostly`, 'MIIEowIBAAKCAQEAx1'].map(quoted.take)).toEqual([0, 0])
    const whole = createKeyCarry()
    expect([lines.join('\n'), 'MIIEowIBAAKCAQEAx1'].map(whole.take)).toEqual([0, 0])
  })

  it('goes on through texts of several lines', () => {
    const carry = createKeyCarry()
    carry.take(lines.slice(0, 2).join('\n'))
    const rest = `${lines.slice(2).join('\n')}\nand more`
    expect(rest.slice(carry.take(rest))).toBe('\nand more')
  })
})
