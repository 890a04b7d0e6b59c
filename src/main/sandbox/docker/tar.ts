/** One entry of an archive. `mode` without the kind of file. Times are all the same, so that the same gives the same. */
export type TarEntry = {
  readonly path: string
  readonly mode: number
  readonly uid?: number
  readonly gid?: number
} & (
  | { readonly type: 'folder' }
  | { readonly type: 'link'; readonly target: string }
  | { readonly type: 'file'; readonly content: Uint8Array }
)

const block = 512
const kinds = { file: '0', link: '2', folder: '5' } as const
const longestName = 100

/** An archive in the ustar form (pax(1)), with pax records for what does not fit. Ends with two empty blocks. */
export function encodeTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(encodeEntry), Buffer.alloc(2 * block)])
}

export function encodeEntry(entry: TarEntry): readonly Buffer[] {
  const content = entry.type === 'file' ? entry.content : new Uint8Array()
  return [...encodeHeader(entry, content.length), padded(content)]
}

/** The header alone, for content that follows by itself and is filled up to whole blocks. */
export function encodeHeader(entry: TarEntry, size: number): readonly Buffer[] {
  const target = entry.type === 'link' ? entry.target : ''
  const path = entry.type === 'folder' && !entry.path.endsWith('/') ? `${entry.path}/` : entry.path
  const records = [
    ...(Buffer.byteLength(path) > longestName ? [paxRecord('path', path)] : []),
    ...(Buffer.byteLength(target) > longestName ? [paxRecord('linkpath', target)] : []),
    ...(size > 0o77777777777 ? [paxRecord('size', String(size))] : []),
  ].join('')
  const extra = Buffer.from(records)
  return [
    ...(records === '' ? [] : [header('pax', 0o644, 0, 0, extra.length, 'x', ''), padded(extra)]),
    header(
      path,
      entry.mode,
      entry.uid ?? 0,
      entry.gid ?? 0,
      Math.min(size, 0o77777777777),
      kinds[entry.type],
      target,
    ),
  ]
}

/** Empty bytes that fill `size` up to whole blocks. */
export function filling(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block)
}

function padded(content: Uint8Array): Buffer {
  return Buffer.concat([content, filling(content.length)])
}

/** `length key=value\n`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest)
  length += String(length + String(length).length).length
  return `${length}${rest}`
}

function header(
  name: string,
  mode: number,
  uid: number,
  gid: number,
  size: number,
  kind: string,
  target: string,
): Buffer {
  const bytes = Buffer.alloc(block)
  const octal = (value: number, at: number, width: number): void => {
    bytes.write(value.toString(8).padStart(width - 1, '0'), at, 'latin1')
  }
  bytes.write(name, 0, longestName, 'utf8')
  octal(mode, 100, 8)
  octal(uid, 108, 8)
  octal(gid, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  bytes.fill(' ', 148, 156)
  bytes.write(kind, 156, 'latin1')
  bytes.write(target, 157, longestName, 'utf8')
  bytes.write('ustar\x0000', 257, 'latin1')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}
