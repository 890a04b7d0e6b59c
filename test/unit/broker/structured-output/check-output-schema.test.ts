import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOutputSchema, type OutputSchema } from '../../../../src/main/broker/structured-output'

const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2020 = 'https://json-schema.org/draft/2020-12/schema'

function checked(source: unknown): OutputSchema {
  const result = checkOutputSchema(source)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

function refusal(source: unknown): { readonly reason: unknown; readonly pointer: unknown } {
  const result = checkOutputSchema(source)
  if (result.ok) throw new Error('taken')
  expect(result.error.code).toBe('policy.schema_invalid')
  expect(result.error.message.length).toBeLessThan(1000)
  return { reason: result.error.details['reason'], pointer: result.error.details['pointer'] }
}

const nested = (depth: number): string => `${'{"not":'.repeat(depth)}true${'}'.repeat(depth)}`
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (at) => [`p${at}`, make(at)]))

describe('checkOutputSchema', () => {
  it('takes text or a value, and names the draft', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    expect(checked(JSON.stringify(schema, null, 2))).toEqual(checked(schema))
    expect(checked(schema)).toMatchObject({ draft: '2020-12', schema, notes: [] })
    expect(checked({ $schema: draft2020 }).draft).toBe('2020-12')
    expect(checked({ $schema: draft07 }).draft).toBe('07')
    expect(checked({ $schema: draft07.replace('#', ''), $id: 'https://example.org/a' }).draft).toBe('07')
  })

  it('gives the form of RFC 8785 and its SHA-256', () => {
    const { canonical, hash } = checked(
      '{ "type" : "number", "maximum": 1.0e2, "description": "\\u20ac\\u000a" }',
    )
    expect(canonical).toBe('{"description":"€\\n","maximum":100,"type":"number"}')
    expect(hash).toBe(createHash('sha256').update(canonical).digest('hex'))
  })

  it('has the same canonical form for any order of members, and for itself', () => {
    const shuffled = fc
      .dictionary(
        fc.string({ maxLength: 8 }).filter((name) => name !== '__proto__'),
        fc.jsonValue({ maxDepth: 3 }),
        {
          maxKeys: 8,
        },
      )
      .chain((examples) =>
        fc.tuple(
          fc.constant(examples),
          fc.shuffledSubarray(Object.keys(examples), { minLength: Object.keys(examples).length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([examples, order]) => {
        const reordered = Object.fromEntries(order.map((name) => [name, examples[name]]))
        const one = checkOutputSchema(JSON.stringify({ type: 'object', default: examples }))
        const other = checkOutputSchema(JSON.stringify({ default: reordered, type: 'object' }))
        expect(other).toEqual(one)
        if (one.ok) expect(checked(one.value.canonical)).toEqual(one.value)
      }),
    )
  }, 30_000)

  it('says what is in a schema but not checked', () => {
    const { notes } = checked({
      type: 'object',
      properties: { at: { type: 'string', format: 'date' }, to: { format: 'date' } },
      requried: ['at'],
    })
    expect(notes).toHaveLength(2)
    expect(notes.join(' ')).toMatch(/"format" is not checked.*|"requried" \(at the root\)/s)
    expect(checked({ type: 'object', ...named(30, () => 1) }).notes).toHaveLength(10)
  })

  it.each<readonly [string, unknown, string, string]>([
    ['no JSON', '{', 'not_json', ''],
    ['an empty text', '', 'not_json', ''],
    ['NaN', '{"maximum": NaN}', 'not_json', ''],
    ['a number beyond a double', '{"maximum": 1e999}', 'not_json', '/maximum'],
    ['half a character', '{"title": "\\ud800"}', 'not_json', ''],
    ['a function', { default: () => 1 }, 'not_json', '/default'],
    ['a date', { default: new Date(0) }, 'not_json', '/default'],
    ['undefined', undefined, 'not_json', ''],
    ['true', 'true', 'not_an_object', ''],
    ['a list', [], 'not_an_object', ''],
    ['too many bytes', { description: 'é'.repeat(33_000) }, 'too_large', ''],
    [
      'a name twice',
      '{"properties":{"a":{"type":"null","t\\u0079pe":"string"}}}',
      'repeated_name',
      '/properties/a',
    ],
    ['the name __proto__', '{"properties":{"__proto__":{"type":"null"}}}', 'forbidden_name', '/properties'],
    ['an old draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, 'unsupported_draft', '/$schema'],
    ['a draft that is a number', { $schema: 7 }, 'unsupported_draft', '/$schema'],
    ['a remote reference', { $ref: 'https://example.org/a.json' }, 'remote_reference', '/$ref'],
    ['a file', { items: { $ref: 'other.json#/a' } }, 'remote_reference', '/items/$ref'],
    ['a dynamic remote reference', { $dynamicRef: 'a#b' }, 'remote_reference', '/$dynamicRef'],
    ['a reference to nothing', { not: { $ref: '#/$defs/a' } }, 'unknown_reference', '/not/$ref'],
    [
      'a reference into data',
      { $ref: '#/default', default: { pattern: '(a+)+$' } },
      'unknown_reference',
      '/$ref',
    ],
    ['a broken reference', { $ref: '#/%' }, 'unknown_reference', '/$ref'],
    [
      'an inner $id',
      { $defs: { a: { $id: 'https://example.org/' } } },
      'unsupported_keyword',
      '/$defs/a/$id',
    ],
    ['an asynchronous schema', { $async: true }, 'unsupported_keyword', '/$async'],
    ['an unknown type', { properties: { a: { type: 'text' } } }, 'not_a_schema', '/properties/a/type'],
    ['a required that is no list', { required: 'a' }, 'not_a_schema', '/required'],
    ['no regular expression', { pattern: '[a-z' }, 'unsafe_pattern', '/pattern'],
    ['a draft 7 list of items in 2020-12', { items: [{}] }, 'not_a_schema', '/items'],
  ])('refuses %s', (_, source, reason, pointer) => {
    expect(refusal(source)).toEqual({ reason, pointer })
  })

  it('names place, value and way out', () => {
    const result = checkOutputSchema({ properties: { a: { $ref: 'https://example.org/a' } } })
    expect(result).toMatchObject({
      ok: false,
      error: {
        message:
          'The output schema can not be used. At /properties/a/$ref: it refers to another document, and nothing is fetched for a run. Copy what it refers to into "$defs", and refer to "#/$defs/…".',
        details: { value: '"https://example.org/a"' },
      },
    })
  })

  it('takes references within the document, by pointer and by anchor, and recursion through members', () => {
    const tree = { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': { properties: { next: { $ref: '#' } } } } }
    expect(checkOutputSchema(tree).ok).toBe(true)
    const anchored = { items: { $ref: '#leaf' }, $defs: { leaf: { $anchor: 'leaf', type: 'null' } } }
    expect(checkOutputSchema(anchored).ok).toBe(true)
    const dynamic = { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } }
    expect(checkOutputSchema(dynamic).ok).toBe(true)
  })
})

describe('a hostile schema', () => {
  it.each<readonly [string, unknown, string]>([
    ['deep', nested(33), 'too_deep'],
    ['very deep', nested(7000), 'too_deep'],
    ['very deep lists', '['.repeat(30_000) + ']'.repeat(30_000), 'too_deep'],
    ['wide', { properties: named(1001, () => ({})) }, 'too_many'],
    ['wide in parts', { anyOf: many(11, () => ({ properties: named(100, () => true) })) }, 'too_many'],
    ['of many schemas', { anyOf: many(2001, () => ({})) }, 'too_many'],
    ['of many values', { default: many(20_001, () => 0) }, 'too_many'],
    ['with a huge enum', { enum: many(2001, (at) => at) }, 'too_many'],
    ['with many patterns', { properties: named(101, (at) => ({ pattern: `^${at}$` })) }, 'too_many'],
    ['that is its own reference', { $ref: '#' }, 'endless_reference'],
    [
      'of references in a ring',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      'endless_reference',
    ],
    [
      'with a ring behind a choice',
      { anyOf: [{ type: 'null' }, { not: { $ref: '#' } }] },
      'endless_reference',
    ],
    [
      'with a ring that nothing uses',
      { $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } },
      'endless_reference',
    ],
    [
      'that multiplies',
      {
        $ref: '#/$defs/p0',
        $defs: {
          ...named(40, (at) => ({ allOf: [{ $ref: `#/$defs/p${at + 1}` }, { $ref: `#/$defs/p${at + 1}` }] })),
          p40: { type: 'string' },
        },
      },
      'too_costly',
    ],
    ['with a slow pattern', { pattern: '^(a+)+$' }, 'unsafe_pattern'],
    ['with a slow choice', { propertyNames: { pattern: '^(a|a)*$' } }, 'unsafe_pattern'],
    ['with a slow name pattern', { patternProperties: { '^(\\w+\\s?)*$': {} } }, 'unsafe_pattern'],
    [
      'with a slow pattern in a definition',
      { definitions: { a: { items: { pattern: '(x+x+)+y' } } } },
      'unsafe_pattern',
    ],
    ['with a long pattern', { pattern: 'a'.repeat(501) }, 'unsafe_pattern'],
    [
      'with a pattern of many groups',
      { pattern: `${'('.repeat(200)}a${')*'.repeat(200)}$` },
      'unsafe_pattern',
    ],
  ])('%s is refused', (_, source, reason) => {
    expect(refusal(source).reason).toBe(reason)
  })

  it.each([
    '^[a-z]+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[0-9a-f]{64}$',
    '^(src|test)/.+\\.ts$',
    '^v?\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$',
    '^[\\p{L} ]{1,80}$',
  ])('an everyday pattern is taken: %s', (pattern) => {
    expect(checkOutputSchema({ pattern, patternProperties: { [pattern]: {} } }).ok).toBe(true)
  })

  it('looks for patterns in schemas only: a member may be called "pattern"', () => {
    const schema = {
      properties: { pattern: { type: 'string' }, $ref: { type: 'string' } },
      required: ['pattern'],
    }
    expect(
      checkOutputSchema({ ...schema, default: { pattern: '(a+)+$', $ref: 'https://example.org' } }).ok,
    ).toBe(true)
  })

  it('of any shape is taken or refused by its code, never thrown', () => {
    const keyword = fc.constantFrom(
      ...[
        '$ref',
        '$defs',
        'properties',
        'items',
        'anyOf',
        'allOf',
        'not',
        'enum',
        'const',
        'type',
        'required',
      ],
      ...[
        'pattern',
        'patternProperties',
        '$id',
        '$anchor',
        'prefixItems',
        'if',
        'dependencies',
        'format',
        '$schema',
      ],
    )
    const { schema } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('#', '#/$defs/a', 'string', 'object', '(a+)+', draft07, true, 0, null, 'a'),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('schema'),
      ),
      schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(schema, (source) => {
        const result = checkOutputSchema(source)
        if (!result.ok) expect(result.error.code).toBe('policy.schema_invalid')
      }),
      { numRuns: 200 },
    )
  }, 30_000)
})
