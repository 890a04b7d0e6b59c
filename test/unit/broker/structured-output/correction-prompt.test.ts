import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkOutputSchema,
  correctionPrompt,
  type OutputError,
} from '../../../../src/main/broker/structured-output'

const checked = checkOutputSchema({ type: 'object', required: ['a'] })
if (!checked.ok) throw new Error(checked.error.message)
const schema = checked.value
const error = (pointer: string): OutputError => ({ pointer, message: 'must be string', value: '12' })

describe('correctionPrompt', () => {
  it('holds errors, schema and the previous message, and begins with a word', () => {
    const prompt = correctionPrompt({
      schema,
      errors: [error(''), error('/a')],
      previous: '/nope',
      maxBytes: 10_000,
    })
    expect(prompt).toEqual({
      ok: true,
      value: [
        'Your final message does not meet the JSON Schema that was asked for.',
        'Answer again with the corrected JSON alone: no other text, no code block. Keep what was right.',
        '',
        'What is wrong:',
        '- the whole: must be string (it is 12)',
        '- /a: must be string (it is 12)',
        '',
        'JSON Schema:',
        '{"required":["a"],"type":"object"}',
        '',
        'Your previous final message:',
        '/nope',
      ].join('\n'),
    })
  })

  it('cuts the previous message in its middle', () => {
    const previous = `BEGIN${'é'.repeat(5000)}END`
    const prompt = correctionPrompt({ schema, errors: [error('')], previous, maxBytes: 1000 })
    const text = prompt.ok ? prompt.value : ''
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000)
    expect(text).toMatch(/BEGINé+\n\[… \d+ bytes left out …\]\né+END$/)
    const [, leftOut = 0] = /(\d+) bytes/.exec(text) ?? []
    const kept = Buffer.byteLength(text.slice(text.indexOf('BEGIN')).replace(/\n\[.*\]\n/, ''))
    expect(kept + Number(leftOut)).toBe(Buffer.byteLength(previous))
  })

  it('fails where the schema alone is too long, and says how long', () => {
    const result = correctionPrompt({ schema, errors: [], previous: '', maxBytes: 100 })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'policy.limit_reached', details: { limit: 'promptBytes', ceiling: 100 } },
    })
    const value = result.ok ? 0 : Number(result.error.details['value'])
    expect(correctionPrompt({ schema, errors: [], previous: '', maxBytes: value }).ok).toBe(true)
    expect(correctionPrompt({ schema, errors: [], previous: '', maxBytes: value - 1 }).ok).toBe(false)
  })

  it('stays within the limit and is well-formed text, whatever the previous message', () => {
    const previous = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n'), maxLength: 2000 })
    fc.assert(
      fc.property(previous, fc.integer({ min: 0, max: 6000 }), (text, maxBytes) => {
        const prompt = correctionPrompt({ schema, errors: [error('/a')], previous: text, maxBytes })
        if (!prompt.ok) return
        expect(Buffer.byteLength(prompt.value)).toBeLessThanOrEqual(maxBytes)
        expect(prompt.value).not.toContain('\ufffd')
        if (Buffer.byteLength(text) + 400 <= maxBytes) expect(prompt.value.endsWith(text)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
