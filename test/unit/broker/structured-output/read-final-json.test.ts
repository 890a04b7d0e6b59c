import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxFinalLength, outputErrorsOf, readFinalJson } from '../../../../src/main/broker/structured-output'

const fenced = (text: string, info = 'json'): string => `\`\`\`${info}\n${text}\n\`\`\``
const message = (text: string): string | undefined => {
  const result = readFinalJson(text)
  if (result.ok) throw new Error('taken')
  expect(result.error.code).toBe('runtime.wrong_output')
  return outputErrorsOf(result.error)[0]?.message
}

describe('readFinalJson', () => {
  it.each<readonly [string, string, unknown]>([
    ['bare JSON', '{"a": 1}', { a: 1 }],
    ['white space around', '\n\ufeff  [1]\r\n', [1]],
    ['a scalar', ' "yes" ', 'yes'],
    ['null', 'null', null],
    ['one block', fenced('{"a": 1}'), { a: 1 }],
    ['one block among prose', `Here it is:\n\n${fenced('{\n  "a": 1\n}')}\n\nDone.`, { a: 1 }],
    ['a block in capitals', fenced('{}', 'JSON'), {}],
    ['a block with more on its first line', fenced('{}', 'json title="a"'), {}],
    ['a block of CRLF lines', fenced('{\r\n"a":\r\n1}').replaceAll('\n', '\r\n'), { a: 1 }],
    ['a longer fence', '````json\n["```"]\n````', ['```']],
    ['a block beside one of another language', `${fenced('let a', 'ts')}\n${fenced('1')}`, 1],
    ['prose that begins like JSON', `[Note] here:\n${fenced('1')}`, 1],
  ])('reads %s', (_, text, value) => {
    expect(readFinalJson(text)).toEqual({ ok: true, value })
  })

  it.each<readonly [string, string, RegExp]>([
    ['nothing', ' \n', /is empty/],
    ['prose', 'All done.', /neither JSON nor/],
    ['JSON within a sentence', 'The answer is {"a": 1}.', /neither JSON nor/],
    ['an unmarked block', fenced('{}', ''), /neither JSON nor/],
    ['a json5 block', fenced('{}', 'json5'), /neither JSON nor/],
    ['a json block inside another block', `\`\`\`\`md\n${fenced('1')}\n\`\`\`\``, /neither JSON nor/],
    ['two blocks', `${fenced('1')}\n${fenced('2')}`, /2 code blocks/],
    ['a block that does not end', '```json\n{"a": 1}', /does not end/],
    ['a block of broken JSON', fenced('{"a": }'), /no valid JSON/],
    ['JSON that is cut off', '{"a": [1, 2', /no valid JSON/],
    ['JSON with a comment', '{"a": 1} // yes', /no valid JSON/],
    ['NaN', '{"a": NaN}', /no valid JSON/],
    ['a number beyond a double', '{"a": -1e999}', /no JSON value/],
    ['a name twice', '{"a": 1, "b": {"c": 1, "c": 2}}', /name "c" twice/],
    ['a name twice, written differently', '{"a": 1, "\\u0061": 2}', /name "a" twice/],
    ['the name __proto__', '{"a": {"__proto__": {"admin": true}}}', /__proto__/],
    ['half a character', '{"a": "\\udc00"}', /half of a character/],
    ['very deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /deeper than 64/],
    ['very many values', JSON.stringify(Array.from({ length: 200_001 }, () => 0)), /more than 200000/],
    ['a very long text', ' '.repeat(maxFinalLength + 1), /longer than/],
  ])('does not take %s', (_, text, words) => {
    expect(message(text)).toMatch(words)
  })

  it('keeps prototypes as they are', () => {
    readFinalJson('{"__proto__": {"polluted": true}}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('takes a name again in another object, and quotes and braces in strings', () => {
    const value = { a: { a: ['a', 'a', '{"a":1,"a":2}', '\\"', '\\'] }, b: [{ a: 1 }, { a: 2 }] }
    expect(readFinalJson(JSON.stringify(value))).toEqual({ ok: true, value })
  })

  it('gives back any JSON, bare or in a block', () => {
    const json = fc
      .jsonValue({ maxDepth: 5 })
      .filter(
        (value) => !JSON.stringify(value).includes('__proto__') && !/\\ud[89a-f]/.test(JSON.stringify(value)),
      )
    fc.assert(
      fc.property(json, fc.boolean(), (value, block) => {
        const text = JSON.stringify(value, null, 2)
        const expected = { ok: true, value: JSON.parse(text) }
        expect(readFinalJson(block ? `So:\n${fenced(text)}` : text)).toEqual(expected)
      }),
    )
  })

  it('takes long runs of anything in its stride', () => {
    const run = fc.constantFrom('`', ' ', '"', '\\', '{', '[', '``` ', '```json\n', '"a":', ',')
    fc.assert(
      fc.property(run, run, (one, other) => {
        const result = readFinalJson(`${one.repeat(50_000)}${other.repeat(50_000)}x`)
        expect(result.ok).toBe(false)
      }),
      { numRuns: 40 },
    )
  })
})
