import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  largestContent,
} from '../../../../../src/main/sandbox/docker/bridge/frames'

const id = fc.nat(0xffffffff)
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.constant({ kind: 'ready' } as const),
  fc.record({ kind: fc.constant('open' as const), id, socket: fc.nat(255) }),
  fc.record({
    kind: fc.constant('data' as const),
    id,
    content: fc
      .uint8Array({ minLength: 1, maxLength: 300 })
      .map((bytes) => Buffer.from(bytes))
      .chain((bytes) => fc.constantFrom(bytes, Buffer.alloc(largestContent, bytes))),
  }),
  fc.record({ kind: fc.constant('taken' as const), id, bytes: id }),
  fc.record({ kind: fc.constantFrom('end' as const, 'reset' as const), id }),
)

/** Reads bytes in pieces of these sizes, again and again. */
function readAll(bytes: Buffer, sizes: readonly number[]) {
  const reader = createFrameReader()
  const frames: Frame[] = []
  let problem: string | null = null
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    const read = reader.read(bytes.subarray(at, at + size))
    frames.push(...read.frames)
    problem = read.problem
    at += size
  }
  return { frames, problem }
}
const sizes = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 6 })
const small = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 })

describe('frames', () => {
  it('are read as they were written, in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 20 }), fc.oneof(sizes, small), (frames, pieces) => {
        const bytes = Buffer.concat(frames.map(encodeFrame))
        const read = readAll(bytes, pieces)
        expect(read.problem).toBeNull()
        // The very bytes: a comparison of large contents, one by one, takes long.
        expect(read.frames.map(({ kind }) => kind)).toEqual(frames.map(({ kind }) => kind))
        expect(Buffer.concat(read.frames.map(encodeFrame)).equals(bytes)).toBe(true)
      }),
    )
  })

  it('anything else is told from them, whatever pieces it comes in, and what came before it is read', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 5 }),
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        sizes,
        small,
        (frames, garbage, one, other) => {
          const bytes = Buffer.concat([...frames.map(encodeFrame), garbage])
          const read = readAll(bytes, one)
          const again = readAll(bytes, other)
          const own = Buffer.concat(frames.map(encodeFrame))
          const encoded = Buffer.concat(read.frames.map(encodeFrame))
          expect(encoded.subarray(0, own.length).equals(own)).toBe(true)
          expect(Buffer.concat(again.frames.map(encodeFrame)).equals(encoded)).toBe(true)
          expect(again.problem).toBe(read.problem)
        },
      ),
    )
  })

  it.each([
    ['another letter', Buffer.from('HTTP/1.1 400'), 'no kind'],
    ['too long a piece', header('D', 1, largestContent + 1), 'bytes'],
    ['no content where there must be some', header('D', 1, 0), 'bytes'],
    ['content where there is none', header('E', 1, 5), 'bytes'],
    ['4 GB', header('X', 1, 0xffffffff), 'bytes'],
    ['another version', Buffer.concat([header('R', 0, 1), Buffer.of(9)]), 'version'],
  ])('%s is none', (_, bytes, words) => {
    const { frames, problem } = readAll(bytes, [bytes.length])
    expect(frames).toEqual([])
    expect(problem).toContain(words)
  })

  it('are not read any more after what is none', () => {
    const reader = createFrameReader()
    expect(reader.read(Buffer.from('?')).problem).not.toBeNull()
    const after = reader.read(encodeFrame({ kind: 'ready' }))
    expect(after.frames).toEqual([])
    expect(after.problem).not.toBeNull()
  })
})

function header(letter: string, connection: number, length: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.write(letter, 0, 'latin1')
  bytes.writeUInt32BE(connection, 1)
  bytes.writeUInt32BE(length, 5)
  return bytes
}
