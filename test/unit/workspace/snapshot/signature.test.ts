import { lstatSync, type Stats } from 'node:fs'
import { expect, it } from 'vitest'
import { isUnchanged, signatureOf } from '../../../../src/main/workspace/snapshot/signature'

function stats(patch: Partial<Stats>): Stats {
  const base = lstatSync('.')
  return Object.assign(Object.create(Object.getPrototypeOf(base)), base, { ctimeMs: 1_000_000.25, ...patch })
}

it('trusts a signature that was taken well after the last change', () => {
  const then = stats({})
  const signature = signatureOf(then, 1_000_100)
  expect(isUnchanged(signature, then)).toBe(true)
  for (const patch of [{ size: 1 }, { ino: 1 }, { mode: 1 }, { mtimeMs: 1 }, { ctimeMs: 1_000_000.5 }])
    expect(isUnchanged(signature, stats(patch))).toBe(false)
})

it('does not trust one taken within the tick of the last change: a second one would look the same', () => {
  const then = stats({})
  expect(isUnchanged(signatureOf(then, 1_000_001), then)).toBe(false)
})

it('allows for file systems that keep whole seconds', () => {
  const then = stats({ ctimeMs: 1_000_000 })
  expect(isUnchanged(signatureOf(then, 1_001_000), then)).toBe(false)
  expect(isUnchanged(signatureOf(then, 1_003_000), then)).toBe(true)
})
