import { describe, expect, it } from 'vitest'
import {
  checkUserPatterns,
  compileUserPatterns,
  createRedactor,
  userPatternLimits,
} from '../../../src/main/log'

function masking(...patterns: string[]) {
  const checked = checkUserPatterns(patterns.map((pattern, index) => ({ name: `pattern ${index}`, pattern })))
  if (!checked.ok) throw new Error(checked.error.message)
  return createRedactor({}, { patterns: checked.value })
}

describe('checkUserPatterns', () => {
  const refused: Readonly<Record<string, readonly [name: string, pattern: string]>> = {
    unnamed: [' ', 'abc'],
    too_long: ['long', 'a'.repeat(userPatternLimits.characters + 1)],
    malformed: ['open', '(abc'],
    matches_nothing: ['anything', 'x*'],
    slow: ['nested', '(a+)+b'],
  }
  for (const [reason, [name, pattern]] of Object.entries(refused))
    it(`refuses one that is ${reason}, with its name, its value and what to do`, () => {
      const result = checkUserPatterns([
        { name: 'good', pattern: 'good' },
        { name, pattern },
      ])
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'policy.invalid', details: { name, pattern, reason } },
      })
      expect(result.ok ? '' : result.error.message).toMatch(/^The pattern “.*” \(.*\) .+\. ?.*$/)
    })

  it('refuses more than there may be', () => {
    const patterns = Array.from({ length: 21 }, (_, index) => ({ name: `${index}`, pattern: `a${index}` }))
    expect(checkUserPatterns(patterns)).toMatchObject({
      ok: false,
      error: { details: { reason: 'too_many' } },
    })
    expect(compileUserPatterns(patterns.slice(1)).ok).toBe(true)
  })

  it('takes what people write', () => {
    const usual = [
      'INT-[0-9]{6}',
      'acme_[A-Za-z0-9]{32}',
      '\\bcorp-[a-z]+-[0-9]+\\b',
      'password:\\s*\\S+',
      '(?<=key=)\\w+',
      '(?:foo|bar)-\\d+',
      '[^\\s]+@corp\\.example',
    ]
    expect(checkUserPatterns(usual.map((pattern) => ({ name: pattern, pattern }))).ok).toBe(true)
  })

  it('compiles without looking for slowness where that was done before', () => {
    expect(compileUserPatterns([{ name: 'nested', pattern: '(a+)+b' }]).ok).toBe(true)
    expect(compileUserPatterns([{ name: 'open', pattern: '(abc' }]).ok).toBe(false)
  })
})

describe('user patterns', () => {
  it('mask all they match, by their name, within a line', () => {
    const { redact } = masking('INT-[0-9]{6}', 'b[^x]*c')
    expect(redact('INT-123456,INT-654321\nb\nc bcc')).toBe(
      '[masked: pattern 0],[masked: pattern 0]\nb\nc [masked: pattern 1]',
    )
  })

  it('find what lies anywhere in a very long line', () => {
    const { redact } = masking('INT-[0-9]{6}')
    for (let before = 700; before < 1100; before += 1)
      expect(redact(`${'.'.repeat(before)}INT-123456${'.'.repeat(3000)}`).length).toBe(before + 3019)
  })

  it('stay bounded on a line that they are slow on', () => {
    const { redact } = masking('[a-z]+Z')
    const text = 'a'.repeat(300_000)
    expect(redact(text)).toBe(text)
  })

  it('join with what else is a secret, and leave nothing of either', () => {
    const { redact } = masking('secret-[0-9]+')
    const token = `npm${'_'}${'a1B2'.repeat(9)}`
    expect(redact(`secret-1${token}`)).toBe(`[masked: pattern 0][masked: npm token]`)
  })
})
