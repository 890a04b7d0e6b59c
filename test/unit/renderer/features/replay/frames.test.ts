import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  markOf,
  marksFor,
  nextTurn,
  nextWhere,
  previousTurn,
  rowsOfFrame,
  settledFrames,
} from '../../../../../src/renderer/features/replay/frames'
import { choosePath, whatIsShown } from '../../../../../src/renderer/features/replay/selection'
import { createTreeCache } from '../../../../../src/renderer/features/replay/tree-cache'
import type { FrameTree } from '../../../../../src/renderer/features/replay/use-tree'
import { type FileChange, type FrameView, noUsage, type TreeEntry } from '../../../../../src/shared'

function frame(number: number, patch: Partial<FrameView> = {}): FrameView {
  return {
    frame: number,
    turn: 1,
    firstSeq: number * 10,
    lastSeq: number * 10 + 9,
    firstRow: number * 2,
    at: number * 1000,
    endedAt: number * 1000 + 500,
    title: `Step ${number}`,
    thinking: false,
    tools: [],
    changes: [],
    usage: noUsage,
    ...patch,
  }
}
const tool = (kind: string, failed: boolean | null) => ({
  callId: 'c',
  tool: 'bash',
  kind,
  target: 'npm test',
  failed,
  row: 1,
})
const changed = { path: 'a.ts', change: 'modified' as const, additions: 1, deletions: 0, row: 1 }

describe('settled frames', () => {
  it('are those before the first that is open or waits for a result', () => {
    const all = [1, 2, 3, 4].map((number) => frame(number, { tools: [tool('run', false)] }))
    expect(settledFrames(all)).toEqual(all)
    expect(settledFrames(all.with(3, frame(4, { endedAt: null })))).toEqual(all.slice(0, 3))
    expect(settledFrames(all.with(1, frame(2, { tools: [tool('run', null)] })))).toEqual(all.slice(0, 1))
    expect(settledFrames([])).toEqual([])
  })
})

describe('marks of frames', () => {
  it('show the strongest of what happened', () => {
    expect(markOf(frame(1))).toBe('plain')
    expect(markOf(frame(1, { tools: [tool('run', false)] }))).toBe('command')
    expect(markOf(frame(1, { tools: [tool('run', false)], changes: [changed] }))).toBe('change')
    expect(markOf(frame(1, { tools: [tool('run', true)], changes: [changed] }))).toBe('error')
  })

  it('hide no error or change of 10,000 frames, and are no more than there is room for', () => {
    const frames = Array.from({ length: 10_000 }, (_, index) =>
      frame(index + 1, index === 7777 ? { tools: [tool('run', true)] } : {}),
    )
    const marks = marksFor(frames, 200)
    expect(marks.length).toBeLessThanOrEqual(200)
    expect(marks.filter(({ mark }) => mark === 'error')).toEqual([{ frame: 7778, mark: 'error' }])
  })

  it('are one for each frame and the start where there is room', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 62, max: 500 }), (count, places) => {
        const frames = Array.from({ length: count }, (_, index) => frame(index + 1))
        const marked = marksFor(frames, places).map((mark) => mark.frame)
        expect(marked).toEqual(Array.from({ length: count + 1 }, (_, index) => index))
      }),
    )
  })
})

describe('jumps', () => {
  const frames = [
    frame(1),
    frame(2, { changes: [changed] }),
    frame(3, { turn: 2 }),
    frame(4, { turn: 2, changes: [changed] }),
  ]
  const isChange = ({ changes }: FrameView) => changes.length > 0

  it('go to the next frame that matches, around the end', () => {
    expect(nextWhere(frames, 0, isChange)).toBe(2)
    expect(nextWhere(frames, 2, isChange)).toBe(4)
    expect(nextWhere(frames, 4, isChange)).toBe(2)
    expect(nextWhere([frame(1)], 0, isChange)).toBeNull()
  })

  it('go by turns', () => {
    expect(nextTurn(frames, 1)).toBe(3)
    expect(nextTurn(frames, 3)).toBe(4)
    expect(previousTurn(frames, 4)).toBe(3)
    expect(previousTurn(frames, 3)).toBe(1)
    expect(previousTurn(frames, 1)).toBe(0)
  })

  it('know the rows of a frame; what comes before the first frame belongs to the start', () => {
    expect(rowsOfFrame(frames, 0, 20)).toEqual({ from: 0, count: 2 })
    expect(rowsOfFrame(frames, 1, 20)).toEqual({ from: 2, count: 2 })
    expect(rowsOfFrame(frames, 4, 20)).toEqual({ from: 8, count: 12 })
  })
})

const state = (letter: string) => ({ hash: letter.repeat(64), mode: 'file' as const, size: 1 })
const entry = (path: string): TreeEntry => ({ path, ...state('a') })
const change = (path: string, patch: Partial<FileChange> = {}): FileChange => ({
  change: 'modified',
  path,
  oldPath: null,
  before: state('b'),
  after: state('a'),
  additions: 1,
  deletions: 1,
  binary: false,
  ...patch,
})
const tree = (patch: Partial<FrameTree>): FrameTree => ({
  entries: [entry('a'), entry('b'), entry('c')],
  frameChanges: [],
  changesSinceStart: [],
  ...patch,
})

describe('the file that is shown', () => {
  it('is what the frame changed, before the one kept from the frame before', () => {
    const at = tree({ frameChanges: [change('b')] })
    expect(choosePath(at, { path: 'a', frame: null }, 5, ['c'])).toBe('b')
    expect(choosePath(at, { path: 'a', frame: 5 }, 5, [])).toBe('a')
    expect(choosePath(tree({}), { path: 'c', frame: null }, 5, [])).toBe('c')
    expect(choosePath(tree({}), { path: 'gone', frame: 5 }, 5, [])).toBe('a')
  })

  it('is what the frame read, where it changed nothing', () => {
    expect(choosePath(tree({}), { path: 'c', frame: null }, 5, ['npm test', 'b'])).toBe('b')
    expect(choosePath(tree({}), { path: 'c', frame: 5 }, 5, ['b'])).toBe('c')
  })

  it('shows the file itself, and says so, where it did not change', () => {
    expect(whatIsShown(tree({}), 'a', 'frame')).toMatchObject({
      type: 'file',
      note: 'not changed in this frame',
    })
    expect(whatIsShown(tree({ changesSinceStart: [change('a')] }), 'a', 'start').type).toBe('change')
    expect(whatIsShown(tree({ changesSinceStart: [change('a')] }), 'a', 'file').type).toBe('file')
    const deleted = change('x', { change: 'deleted', after: null })
    expect(whatIsShown(tree({ frameChanges: [deleted] }), 'x', 'frame').type).toBe('change')
    expect(whatIsShown(tree({ frameChanges: [deleted] }), 'x', 'file').type).toBe('nothing')
  })
})

describe('the cache of trees', () => {
  it('keeps the newest used ones within its budget, and always the newest', () => {
    const cache = createTreeCache<{ entries: readonly number[] }>(10)
    const big = (count: number) => ({ entries: Array.from({ length: count }, (_, index) => index) })
    cache.put(1, big(4))
    cache.put(2, big(4))
    expect(cache.get(1)).toBeDefined()
    cache.put(3, big(4))
    expect(cache.frames()).toEqual([1, 3])
    cache.put(4, big(50))
    expect(cache.frames()).toEqual([4])
  })
})
