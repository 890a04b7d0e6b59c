import { describe, expect, it } from 'vitest'
import { boundValues } from '../../../src/main/broker/value-limit'

describe('boundValues', () => {
  it.each([
    ['a long text', JSON.stringify({ text: 'a,[{"\\ '.repeat(400_000) })],
    ['as many values as an agent may say', JSON.stringify(Array.from({ length: 99_000 }, () => 'line'))],
    ['no JSON', 'a, b, '.repeat(10_000)],
  ])('leaves %s as it is', (_, line) => {
    expect(boundValues(line)).toBe(line)
  })

  it.each([
    ['lists', `[${'[],'.repeat(2_000_000)}1]`],
    ['lists within lists', '['.repeat(3_000_000)],
    ['objects', `{"type":"assistant","content":[${'{},'.repeat(100_000)}{}]}`],
    ['numbers', JSON.stringify(Array.from({ length: 200_000 }, (_, index) => index))],
  ])('cuts a line of more %s', (_, line) => {
    const bound = boundValues(line)
    expect(bound.length).toBeLessThan(300_000)
    expect(bound).toMatch(/\[line cut by Glovebox\]$/)
    expect(line.startsWith(bound.slice(0, 200_000))).toBe(true)
  })

  it('cuts no character in half', () => {
    const line = `${'x'.repeat(256 * 1024 - 1)}😀${'[],'.repeat(200_000)}`
    const bound = boundValues(line)
    expect(Buffer.from(bound).toString()).toBe(bound)
  })
})
