import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eachHash } from '../../../src/main/store/collect/referenced-hashes'

const hashes = Array.from({ length: 6000 }, (_, i) => createHash('sha256').update(String(i)).digest('hex'))

async function found(text: string): Promise<readonly string[]> {
  const taken: string[] = []
  await eachHash(Buffer.from(text), (hash) => taken.push(hash))
  return taken
}

describe('the hashes in a manifest', () => {
  it.each([
    [
      'JSON',
      JSON.stringify(hashes.map((hash, i) => ({ path: `${'deadbeef'.repeat(i % 8)}/ü`, hash, size: i }))),
    ],
    ['lines', hashes.map((hash, i) => `file ${hash} ${i} a b\tc`).join('\n')],
    ['NUL-separated', hashes.map((hash) => `${hash}\0`).join('')],
  ])('are all found in %s, across the borders of slices too', async (_name, text) => {
    expect(Buffer.byteLength(text)).toBeGreaterThan(256 * 1024)
    expect(new Set(await found(text))).toEqual(new Set(hashes))
  })

  it('are none in other text', async () => {
    expect(await found(`${'a'.repeat(63)} ${'A'.repeat(64)} ${'g'.repeat(64)}`)).toEqual([])
  })
})
