import { describe, expect, it } from 'vitest'
import { isStrictSchema } from '../../../../src/main/runtimes/codex/output-schema'

const closed = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const isStrict = (schema: unknown): boolean => isStrictSchema(JSON.stringify(schema))
const deep = (depth: number): object => closed({ a: depth === 0 ? { type: 'string' } : deep(depth - 1) })

describe('a schema that the API takes as a strict format', () => {
  it.each([
    ['closed objects', closed({ a: { type: 'string' }, b: closed({ c: { type: ['number', 'null'] } }) })],
    ['lists and choices', closed({ a: { type: 'array', items: { anyOf: [{ type: 'null' }, closed({})] } } })],
    ['definitions', closed({ a: { $ref: '#/$defs/d' } }, { $defs: { d: closed({ e: { enum: ['x'] } }) } })],
  ])('%s', (_, schema) => {
    expect(isStrict(schema)).toBe(true)
  })

  it.each([
    ['no object at the top', { type: 'array', items: { type: 'string' } }],
    ['a choice at the top', { ...closed({}), anyOf: [closed({})] }],
    ['an open object', { type: 'object', properties: {}, required: [] }],
    ['a property that may be absent', closed({ a: { type: 'string' } }, { required: [] })],
    ['an open object within', closed({ a: { type: 'array', items: { type: 'object' } } })],
    ['properties without a type', closed({ a: { properties: { b: {} } } })],
    ['an open object in a definition', closed({}, { $defs: { d: { type: 'object' } } })],
    ['a keyword it refuses', closed({ a: { oneOf: [{ type: 'string' }] } })],
    ['properties by pattern', closed({}, { patternProperties: { a: {} } })],
    ['true as a schema', closed({ a: true })],
    ['too deep', deep(12)],
    ['no schema', 'text'],
  ])('not: %s', (_, schema) => {
    expect(isStrict(schema)).toBe(false)
  })

  it('not: no JSON', () => {
    expect(isStrictSchema('{')).toBe(false)
  })
})
