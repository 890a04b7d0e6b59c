import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkOutputSchema,
  createOutputValidator,
  type OutputValidator,
  outputErrorsOf,
} from '../../../../src/main/broker/structured-output'

function validatorOf(schema: unknown): OutputValidator {
  const checked = checkOutputSchema(schema)
  if (!checked.ok) throw new Error(checked.error.message)
  return createOutputValidator(checked.value)
}

const errorsOf = (result: ReturnType<OutputValidator>) => {
  if (result.ok) throw new Error('taken')
  expect(result.error.code).toBe('runtime.wrong_output')
  return outputErrorsOf(result.error)
}

/** A small part of JSON Schema, checked in the plainest way there is. */
type Plain =
  | { readonly type: 'string'; readonly minLength: number }
  | { readonly type: 'integer'; readonly maximum: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'array'; readonly items: Plain; readonly maxItems: number }
  | {
      readonly type: 'object'
      readonly properties: Readonly<Record<string, Plain>>
      readonly required: readonly string[]
      readonly additionalProperties: false
    }

function meets(schema: Plain, value: unknown): boolean {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && [...value].length >= schema.minLength
    case 'integer':
      return Number.isInteger(value) && Number(value) <= schema.maximum
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return (
        Array.isArray(value) &&
        value.length <= schema.maxItems &&
        value.every((each) => meets(schema.items, each))
      )
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
      const members = Object.entries(value)
      return (
        schema.required.every((name) => Object.hasOwn(value, name)) &&
        members.every(([name, each]) => {
          const inner = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
          return inner !== undefined && meets(inner, each)
        })
      )
    }
  }
}

const names = ['a', 'b', 'toString', 'constructor']
const plain = fc.letrec<{ schema: Plain }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constant('string' as const), minLength: fc.nat({ max: 2 }) }),
    fc.record({ type: fc.constant('integer' as const), maximum: fc.integer({ min: -1, max: 2 }) }),
    fc.constant({ type: 'boolean' as const }),
    fc.record({ type: fc.constant('array' as const), items: tie('schema'), maxItems: fc.nat({ max: 2 }) }),
    fc
      .tuple(fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 }), fc.subarray(names))
      .map(([properties, required]) => ({
        type: 'object' as const,
        properties,
        required,
        additionalProperties: false as const,
      })),
  ),
})).schema

/** Values that meet a schema often, and break it often. */
const valueFor = (schema: Plain): fc.Arbitrary<unknown> => {
  const other = fc.constantFrom<unknown>('', 'é', 0, 3, 1.5, true, null, [], {}, { a: 1 }, [true])
  switch (schema.type) {
    case 'array':
      return fc.oneof(
        { weight: 4, arbitrary: fc.array(valueFor(schema.items), { maxLength: 3 }) },
        { weight: 1, arbitrary: other },
      )
    case 'object': {
      const members = Object.fromEntries(
        Object.entries(schema.properties).map(([name, inner]) => [name, valueFor(inner)]),
      )
      const whole = fc.record(members, {
        requiredKeys: schema.required.filter((name) => Object.hasOwn(members, name)),
      })
      return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: other })
    }
    case 'string':
      return fc.oneof({ weight: 4, arbitrary: fc.string({ maxLength: 3 }) }, { weight: 1, arbitrary: other })
    case 'integer':
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
        { weight: 1, arbitrary: other },
      )
    case 'boolean':
      return fc.oneof({ weight: 4, arbitrary: fc.boolean() }, { weight: 1, arbitrary: other })
  }
}

describe('createOutputValidator', () => {
  it('says what a plain check says', () => {
    const cases = plain.chain((schema) =>
      fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { minLength: 1, maxLength: 8 })),
    )
    let met = 0
    let broken = 0
    fc.assert(
      fc.property(cases, fc.boolean(), ([schema, values], old) => {
        const validate = validatorOf(
          old ? { $schema: 'http://json-schema.org/draft-07/schema#', ...schema } : schema,
        )
        for (const value of values) {
          const expected = meets(schema, JSON.parse(JSON.stringify(value)))
          expect(validate(value).ok, JSON.stringify({ schema, value })).toBe(expected)
          if (expected) met += 1
          else broken += 1
        }
      }),
      { numRuns: 60 },
    )
    expect(Math.min(met, broken)).toBeGreaterThan(30)
  }, 30_000)

  it('gives the value back, and every error with its place, words and value', () => {
    const validate = validatorOf({
      type: 'object',
      properties: { level: { enum: ['low', 'high'] }, lines: { type: 'array', items: { type: 'integer' } } },
      required: ['level', 'lines'],
      additionalProperties: false,
    })
    const right = { level: 'low', lines: [1] }
    expect(validate(right)).toEqual({ ok: true, value: right })
    expect(errorsOf(validate({ level: 'mid', lines: [1, 'two'], other: null }))).toEqual([
      {
        pointer: '',
        message: 'must NOT have additional properties: "other"',
        value: '{"level":"mid","lines":[1,"two"],"other":null}',
      },
      {
        pointer: '/level',
        message: 'must be equal to one of the allowed values: ["low","high"]',
        value: '"mid"',
      },
      { pointer: '/lines/1', message: 'must be integer', value: '"two"' },
    ])
    expect(errorsOf(validate({}))).toHaveLength(2)
  })

  it('lists ten errors at most, their values cut', () => {
    const validate = validatorOf({ items: { type: 'integer' } })
    const result = validate(Array.from({ length: 500 }, () => 'x'.repeat(5000)))
    const errors = errorsOf(result)
    expect(errors).toHaveLength(10)
    expect(result.ok ? null : result.error.details['count']).toBe(500)
    expect(errors.every(({ value, message }) => value.length < 200 && message.length < 400)).toBe(true)
  })

  it('does not take names of Object.prototype for members', () => {
    const validate = validatorOf({
      type: 'object',
      required: ['constructor'],
      properties: { toString: { type: 'null' } },
    })
    expect(validate({}).ok).toBe(false)
    expect(validate({ constructor: 1 }).ok).toBe(true)
  })

  it.each<readonly [string, unknown]>([
    ['undefined', undefined],
    ['NaN', { a: Number.NaN }],
    ['a function', { a: () => 1 }],
    ['a date', new Date(0)],
    ['a hole in a list', Object.assign(new Array(2), { 1: 1 })],
    ['an own __proto__', JSON.parse('{"__proto__": 1}')],
    ['very many values', Array.from({ length: 200_001 }, () => 0)],
    ['a list that only says it is long', new Array(4_000_000_000)],
    ['deep nesting', JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`)],
  ])('refuses %s, whatever the schema says', (_, value) => {
    expect(errorsOf(validatorOf({})(value))).toHaveLength(1)
  })

  it('refuses a value that contains itself', () => {
    const ring: Record<string, unknown> = {}
    ring['ring'] = ring
    expect(validatorOf({})(ring).ok).toBe(false)
  })

  it('gives up on a value that costs too much, and works again after that', () => {
    const branch = { properties: { next: { $ref: '#/$defs/node' } } }
    const validate = validatorOf({
      $ref: '#/$defs/node',
      $defs: { node: { allOf: [branch, branch, branch, branch], type: 'object' } },
    })
    const chain = (depth: number): unknown => (depth === 0 ? {} : { next: chain(depth - 1) })
    expect(validate(chain(3)).ok).toBe(true)
    expect(errorsOf(validate(chain(60)))[0]?.message).toMatch(/in time/)
    expect(validate(chain(3)).ok).toBe(true)
  })
})
