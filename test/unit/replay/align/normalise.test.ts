import { describe, expect, it } from 'vitest'
import {
  canonicalArguments,
  normaliseTarget,
  normaliseText,
} from '../../../../src/main/replay/align/normalise'

describe('normaliseText', () => {
  it('takes out what differs between two runs that do the same', () => {
    const one =
      '\u001b[32m✓\u001b[0m 3 tests (12 ms) at 2026-11-30T20:44:45.123Z\r\n/tmp/glovebox-1/x.log ready  \n'
    const two = '✓ 3 tests (1.5s) at 2026-12-01T01:02:03Z\n/tmp/glovebox-2/x.log ready\n'
    expect(normaliseText(one)).toBe(normaliseText(two))
    expect(normaliseText('duration_ms 12.5\npid')).toBe(normaliseText('duration_ms 99\npid'))
    expect(normaliseText('id 6f1d7f00-0000-4000-8000-00000000000a')).toBe(
      normaliseText('id 0b7c2c11-1111-4111-9111-11111111111b'),
    )
  })

  it('keeps what is the answer', () => {
    expect(normaliseText('14 passed')).not.toBe(normaliseText('13 passed'))
    expect(normaliseText('/home/a/b.ts')).not.toBe(normaliseText('/home/a/c.ts'))
  })

  it('sees one file in the mirrors of two runs', () => {
    expect(normaliseText('at /data/runs/1/mirror/src/a.ts:3')).toBe(
      normaliseText('at /other data/runs/2/mirror/src/a.ts:3'),
    )
  })

  it('takes no longer for text that almost holds a mirror', () => {
    const nasty = '/a'.repeat(16_000)
    expect(normaliseText(nasty)).toBe(nasty)
  })
})

describe('normaliseTarget', () => {
  it('gives a path one form', () => {
    expect(normaliseTarget('./src\\a.ts', 'read')).toBe('src/a.ts')
    expect(normaliseTarget('/data/runs/1/mirror/src/a.ts', 'edit')).toBe('src/a.ts')
  })
  it('leaves a command line as it is, but for spaces', () => {
    expect(normaliseTarget('npm   test  -- ./a', 'run')).toBe('npm test -- ./a')
  })
})

describe('canonicalArguments', () => {
  it('does not depend on the order of keys, nor on free descriptions', () => {
    expect(canonicalArguments({ a: 1, b: { d: [1], c: 2 } })).toBe(
      canonicalArguments({ b: { c: 2, d: [1] }, a: 1 }),
    )
    expect(canonicalArguments({ command: 'ls', description: 'x' })).toBe(
      canonicalArguments({ command: 'ls' }),
    )
  })
  it('keeps times and numbers: an edit that writes another one is another edit', () => {
    expect(canonicalArguments({ new: 'wait 10 s' })).not.toBe(canonicalArguments({ new: 'wait 20 s' }))
  })
  it('takes what is no object', () => {
    expect(canonicalArguments(undefined)).toBe('')
    expect(canonicalArguments('x')).toBe('"x"')
  })
})
