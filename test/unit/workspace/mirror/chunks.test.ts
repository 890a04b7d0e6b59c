import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunksOf } from '../../../../src/main/workspace/mirror/chunks'
import type { InventoryFile } from '../../../../src/shared'

it('cuts without losing or reordering, and never an empty or too heavy piece of several files', () => {
  const file = fc.nat(6 * 1024 * 1024).map((size): InventoryFile => ({ path: 'p', size, mode: 'file' }))
  fc.assert(
    fc.property(fc.array(file, { maxLength: 600 }), (files) => {
      const chunks = [...chunksOf(files)]
      expect(chunks.flat()).toEqual(files)
      for (const chunk of chunks) {
        expect(chunk.length).toBeGreaterThan(0)
        const bytes = chunk.reduce((sum, { size }) => sum + size, 0)
        expect(chunk.length === 1 || bytes <= 4 * 1024 * 1024).toBe(true)
        expect(chunk.length).toBeLessThanOrEqual(256)
      }
    }),
    { numRuns: 50 },
  )
})
