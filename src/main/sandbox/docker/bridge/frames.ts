/**
 * What the two ends of a bridge say to each other over one exec: a kind (one letter), the connection (u32), the length of
 * what follows (u32) and that, all numbers big-endian. Connections are numbered inside, upwards, and never twice.
 */
export type Frame =
  /** From inside, first of all: the sockets listen. */
  | { readonly kind: 'ready' }
  /** From inside: somebody connected to this one of the sockets. */
  | { readonly kind: 'open'; readonly id: number; readonly socket: number }
  | { readonly kind: 'data'; readonly id: number; readonly content: Buffer }
  /** So many bytes of what was sent have been taken: so many more may come. */
  | { readonly kind: 'taken'; readonly id: number; readonly bytes: number }
  /** Nothing more comes this way; the other way goes on. */
  | { readonly kind: 'end'; readonly id: number }
  /** The connection broke, or could not be made. */
  | { readonly kind: 'reset'; readonly id: number }

/** Most bytes of content in a frame, whoever sends it. */
export const largestContent = 16 * 1024
const headerBytes = 9
const version = 1

const letters = { ready: 'R', open: 'O', data: 'D', taken: 'T', end: 'E', reset: 'X' } as const
const kinds: ReadonlyMap<number, Frame['kind']> = new Map(
  Object.entries(letters).map(([kind, letter]) => [letter.charCodeAt(0), kind as Frame['kind']]),
)
/** Bytes of content of the kinds whose content is of one size. */
const sizes = { ready: 1, open: 1, taken: 4, end: 0, reset: 0 } as const

export function encodeFrame(frame: Frame): Buffer {
  const content = contentOf(frame)
  const bytes = Buffer.allocUnsafe(headerBytes + content.length)
  bytes.write(letters[frame.kind], 0, 'latin1')
  bytes.writeUInt32BE(frame.kind === 'ready' ? 0 : frame.id, 1)
  bytes.writeUInt32BE(content.length, 5)
  content.copy(bytes, headerBytes)
  return bytes
}

function contentOf(frame: Frame): Buffer {
  switch (frame.kind) {
    case 'ready':
      return Buffer.of(version)
    case 'open':
      return Buffer.of(frame.socket)
    case 'data':
      return frame.content
    case 'taken': {
      const bytes = Buffer.alloc(sizes.taken)
      bytes.writeUInt32BE(frame.bytes)
      return bytes
    }
    case 'end':
    case 'reset':
      return Buffer.alloc(0)
  }
}

export type FrameReader = {
  /**
   * The frames that are whole with these bytes. Content shares memory with the bytes. `problem`: what follows is none of
   * ours, in words; nothing is read after it.
   */
  readonly read: (bytes: Buffer) => { readonly frames: readonly Frame[]; readonly problem: string | null }
}

/** Takes a stream of frames apart, whatever pieces it comes in. Holds one frame at most. */
export function createFrameReader(): FrameReader {
  let rest: Buffer = Buffer.alloc(0)
  let problem: string | null = null
  return {
    read: (bytes) => {
      const frames: Frame[] = []
      let left = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      while (problem === null && left.length > 0) {
        const next = readFrame(left)
        if (next === null) break
        if ('problem' in next) problem = next.problem
        else {
          frames.push(next.frame)
          left = left.subarray(next.bytes)
        }
      }
      // A copy, so that a few bytes do not keep all of a piece.
      rest = problem === null ? Buffer.from(left) : Buffer.alloc(0)
      return { frames, problem }
    },
  }
}

type Read = { readonly frame: Frame; readonly bytes: number } | { readonly problem: string } | null

/** The frame at the start of the bytes; null: it is not whole yet. */
function readFrame(bytes: Buffer): Read {
  const kind = kinds.get(bytes[0] ?? 0)
  if (kind === undefined) return { problem: `0x${bytes.toString('hex', 0, 1)} is no kind of frame` }
  if (bytes.length < headerBytes) return null
  const id = bytes.readUInt32BE(1)
  const length = bytes.readUInt32BE(5)
  const fits = kind === 'data' ? length > 0 && length <= largestContent : length === sizes[kind]
  if (!fits) return { problem: `a frame "${kind}" of ${length} bytes` }
  const size = headerBytes + length
  if (bytes.length < size) return null
  const content = bytes.subarray(headerBytes, size)
  switch (kind) {
    case 'ready':
      return content[0] === version && id === 0
        ? { frame: { kind }, bytes: size }
        : { problem: 'a frame "ready" of another version' }
    case 'open':
      return { frame: { kind, id, socket: content[0] ?? 0 }, bytes: size }
    case 'data':
      return { frame: { kind, id, content }, bytes: size }
    case 'taken':
      return { frame: { kind, id, bytes: content.readUInt32BE(0) }, bytes: size }
    case 'end':
    case 'reset':
      return { frame: { kind, id }, bytes: size }
  }
}
