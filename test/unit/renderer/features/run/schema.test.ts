import { describe, expect, it } from 'vitest'
import { exampleText, schemaExamples } from '../../../../../src/renderer/features/run/schema/examples'
import { formatSchema, readSchema } from '../../../../../src/renderer/features/run/schema/read-schema'

describe('schema examples', () => {
  it.each(schemaExamples)('$title can be used as it is', (example) => {
    expect(readSchema(exampleText(example))).toEqual({ error: null })
    expect(JSON.parse(exampleText(example))).toEqual(example.schema)
    expect(formatSchema(exampleText(example))).toBe(exampleText(example))
  })

  it.each(schemaExamples)('$title takes the form of both vendors’ strict modes', ({ schema }) => {
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('properties' in value && typeof value.properties === 'object' && value.properties !== null) {
        expect(value).toMatchObject({
          type: 'object',
          additionalProperties: false,
          required: Object.keys(value.properties),
        })
      }
      for (const child of Object.values(value)) check(child)
    }
    check(schema)
  })
})

describe('a schema as it is typed', () => {
  it('says what is wrong with it', () => {
    expect(readSchema(' ').error).toContain('Write a JSON Schema')
    expect(readSchema('{"type": ').error).toContain('This is not JSON')
    expect(readSchema('[]').error).toContain('is an object')
    expect(readSchema(JSON.stringify({ description: 'x'.repeat(70_000) })).error).toContain('at most 64 kB')
  })
  it('is formatted only where it is JSON', () => {
    expect(formatSchema('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(formatSchema('{')).toBeNull()
  })
})
