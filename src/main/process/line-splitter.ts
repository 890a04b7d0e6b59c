const newline = 0x0a
const carriageReturn = 0x0d
const smallBuffer = 64 * 1024

/** Longest line that is delivered whole, in bytes. Agents put whole answers, twice, into one line (5 MB was seen). */
export const maxLineBytes = 8 * 1024 * 1024
/**
 * What is kept of a longer one, in bytes. No parser can read a line that was cut, so that more would only cost: masking,
 * hashing and storing 8 MB holds up everything else for a noticeable time.
 */
const keptOfCutLine = 256 * 1024
export const cutLineMarker = ' … [line cut by Glovebox]'

/** The beginning of a line that is not read as a whole. */
export function cutLine(line: string): string {
  return line.slice(0, keptOfCutLine).replace(/[\uD800-\uDBFF]$/, '') + cutLineMarker
}

/**
 * Cuts a byte stream into lines, pulled one at a time so that the reader can stop in the middle of a chunk. Bytes are
 * decoded per line: a character split over chunks is whole, invalid UTF-8 becomes U+FFFD. A line over `maxBytes` is
 * delivered cut to its first `keptBytes`, with a marker, and the rest is dropped, so memory stays bounded.
 */
export type LineSplitter = {
  readonly push: (chunk: Buffer) => void
  /** The next line without its LF or CRLF; null: more bytes are needed. */
  readonly next: () => string | null
  /** No more bytes come. What is left is the last line, or is dropped where the stream was cut off by us. */
  readonly end: (rest: 'deliver' | 'drop') => void
}

export function createLineSplitter({
  maxBytes = maxLineBytes,
  keptBytes = Math.min(maxBytes, keptOfCutLine),
} = {}): LineSplitter {
  const limits = { maxBytes, keptBytes }
  const chunks: Buffer[] = []
  let offset = 0
  /** Bytes of the line that began in an earlier chunk. */
  let pending = Buffer.alloc(0)
  let pendingLength = 0
  /** The line was delivered cut: drop up to its end. */
  let dropping = false
  let rest: 'awaited' | 'deliver' | 'drop' = 'awaited'

  const append = (bytes: Buffer): void => {
    if (pendingLength + bytes.length > pending.length) {
      const grown = Buffer.allocUnsafe(Math.max(1024, (pendingLength + bytes.length) * 2))
      pending.copy(grown, 0, 0, pendingLength)
      pending = grown
    }
    bytes.copy(pending, pendingLength)
    pendingLength += bytes.length
  }

  const takePending = (): string => {
    const line = decode(pending, 0, pendingLength, limits)
    pendingLength = 0
    if (pending.length > smallBuffer) pending = Buffer.alloc(0)
    return line
  }

  /** Handles the current chunk up to its next line end, or all of it; the line that became whole, if any. */
  const step = (chunk: Buffer): string | null => {
    const found = chunk.indexOf(newline, offset)
    const end = found === -1 ? chunk.length : found
    const start = offset
    offset = end + 1
    if (offset >= chunk.length) {
      chunks.shift()
      offset = 0
    }
    if (dropping) {
      dropping = found === -1
      return null
    }
    if (found !== -1 && pendingLength === 0) return decode(chunk, start, end, limits)
    const room = maxBytes + 2 - pendingLength
    append(chunk.subarray(start, Math.min(end, start + room)))
    if (found !== -1) return takePending()
    if (pendingLength <= maxBytes + 1) return null
    dropping = true
    return takePending()
  }

  return {
    push: (chunk) => {
      if (chunk.length > 0) chunks.push(chunk)
    },
    next: () => {
      for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
        const line = step(chunk)
        if (line !== null) return line
      }
      return rest === 'deliver' && pendingLength > 0 ? takePending() : null
    },
    end: (then) => {
      rest = then
    },
  }
}

function decode(
  bytes: Buffer,
  start: number,
  end: number,
  { maxBytes, keptBytes }: { readonly maxBytes: number; readonly keptBytes: number },
): string {
  const stop = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end
  if (stop - start <= maxBytes) return bytes.toString('utf8', start, stop)
  return bytes.toString('utf8', start, characterStart(bytes, start + keptBytes)) + cutLineMarker
}

/** Steps back over UTF-8 continuation bytes, so that a cut does not split a character. */
function characterStart(bytes: Buffer, position: number): number {
  let at = position
  while (at > position - 3 && isContinuation(bytes[at])) at -= 1
  return at
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
