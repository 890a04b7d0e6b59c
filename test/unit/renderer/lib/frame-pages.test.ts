import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framePages, type ReadFrames } from '../../../../src/renderer/lib/frame-pages'
import { type FrameView, failure, noUsage, ok } from '../../../../src/shared'

function frame(number: number): FrameView {
  return {
    frame: number,
    turn: 1,
    firstSeq: number,
    lastSeq: number,
    firstRow: number,
    at: 0,
    endedAt: 1,
    title: '',
    thinking: false,
    tools: [],
    changes: [],
    usage: noUsage,
  }
}

function session(count: number): ReadFrames {
  const all = Array.from({ length: count }, (_, index) => frame(index + 1))
  return async (after, limit) => ok(all.slice(after, after + limit))
}

async function numbers(read: ReadFrames, after: number) {
  const found: number[][] = []
  const lasts: boolean[] = []
  for await (const page of framePages(read, after)) {
    if (!page.ok) return { found, lasts, failed: page.error.code }
    found.push(page.value.frames.map((each) => each.frame))
    lasts.push(page.value.isLast)
  }
  return { found, lasts, failed: null }
}

describe('pages of frames', () => {
  it('hold every frame behind the given one once and in order, and name the last page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2500), fc.nat(2600), async (count, after) => {
        const { found, lasts } = await numbers(session(count), after)
        const expected = Array.from({ length: Math.max(0, count - after) }, (_, index) => after + index + 1)
        expect(found.flat()).toEqual(expected)
        expect(lasts).toEqual(found.map((_, index) => index === found.length - 1))
      }),
      { numRuns: 30 },
    )
  })

  it('end with one that can’t be read', async () => {
    const read = session(5000)
    const broken: ReadFrames = async (after, limit) =>
      after > 500 ? failure('store.unavailable', 'The file is gone.') : read(after, limit)
    const { found, failed } = await numbers(broken, 0)
    expect(found.flat()).toHaveLength(650)
    expect(failed).toBe('store.unavailable')
  })
})
