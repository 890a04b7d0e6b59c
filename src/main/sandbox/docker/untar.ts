/** One entry as it is read. `path` is as it stands in the archive: nobody vouches for it. */
export type ReadEntry = {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'hard_link' | 'other'
  readonly mode: number
  readonly target: string
  readonly size: number
}

/** What takes an archive apart hands over: an entry, then, for a file, its content in pieces. */
export type EntrySink = {
  readonly entry: (entry: ReadEntry) => Promise<void>
  readonly content: (piece: Buffer) => Promise<void>
  readonly end: () => Promise<void>
}

const block = 512
const longestExtra = 1024 * 1024
const kinds: Readonly<Record<string, ReadEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '5': 'folder',
  '2': 'link',
  '1': 'hard_link',
}

/** Reads an archive in the ustar form with the additions of pax(1) and GNU tar. Throws on what is none. */
export async function readTar(stream: AsyncIterable<Buffer>, sink: EntrySink): Promise<void> {
  const bytes = createBytes(stream)
  let names: { path?: string; target?: string; size?: number } = {}
  for (;;) {
    const header = await bytes.take(block)
    if (header === null || header.every((byte) => byte === 0)) break
    checkSum(header)
    const type = header.toString('latin1', 156, 157)
    const size = names.size ?? octal(header, 124, 12)
    if (['x', 'g', 'L', 'K'].includes(type)) {
      if (size > longestExtra) throw new Error('an archive with an endless name')
      const extra = await bytes.take(size)
      await bytes.skip(fill(size))
      if (extra === null) throw new Error('an archive that is cut off')
      if (type === 'x') names = { ...names, ...readPax(extra) }
      else if (type === 'L') names = { ...names, path: textOf(extra, 0, extra.length) }
      else if (type === 'K') names = { ...names, target: textOf(extra, 0, extra.length) }
      continue
    }
    const kind = kinds[type] ?? 'other'
    const prefix = textOf(header, 345, 155)
    const name = textOf(header, 0, 100)
    await sink.entry({
      path: names.path ?? (prefix === '' ? name : `${prefix}/${name}`),
      kind,
      mode: octal(header, 100, 8) & 0o777,
      target: names.target ?? textOf(header, 157, 100),
      size: kind === 'file' ? size : 0,
    })
    names = {}
    for (let left = size; left > 0; ) {
      const piece = await bytes.some(left)
      if (piece === null) throw new Error('an archive that is cut off')
      left -= piece.length
      if (kind === 'file') await sink.content(piece)
    }
    await sink.end()
    await bytes.skip(fill(size))
  }
}

const fill = (size: number): number => (block - (size % block)) % block

function createBytes(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** At most so many bytes, as they come. */
  const some = async (most: number): Promise<Buffer | null> => {
    while (rest.length === 0) {
      const next = await chunks.next()
      if (next.done === true) return null
      rest = next.value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
  const take = async (count: number): Promise<Buffer | null> => {
    const pieces: Buffer[] = []
    for (let left = count; left > 0; ) {
      const piece = await some(left)
      if (piece === null) return null
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }
  return { some, take, skip: async (count: number) => void (await take(count)) }
}

function checkSum(header: Buffer): void {
  let sum = 0
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte
  if (sum !== octal(header, 148, 8)) throw new Error('this is no archive')
}

function octal(header: Buffer, at: number, width: number): number {
  // Sizes beyond 8 GB are binary, with the highest bit set.
  if (((header[at] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(at + width - 8))
  const text = header
    .toString('latin1', at, at + width)
    .replace(/[\0 ]+$/, '')
    .trim()
  const value = text === '' ? 0 : Number.parseInt(text, 8)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('this is no archive')
  return value
}

function textOf(bytes: Buffer, at: number, width: number): string {
  const part = bytes.subarray(at, at + width)
  const end = part.indexOf(0)
  return part.toString('utf8', 0, end === -1 ? part.length : end)
}

function readPax(extra: Buffer): { path?: string; target?: string; size?: number } {
  const found: { path?: string; target?: string; size?: number } = {}
  for (let at = 0; at < extra.length; ) {
    const space = extra.indexOf(0x20, at)
    const length = Number(extra.toString('latin1', at, space))
    if (space === -1 || !Number.isInteger(length) || length <= space - at) break
    const record = extra.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)]
    if (key === 'path') found.path = value
    if (key === 'linkpath') found.target = value
    if (key === 'size' && /^\d+$/.test(value)) found.size = Number(value)
    at += length
  }
  return found
}
