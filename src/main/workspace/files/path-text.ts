/** A path's bytes as text, or null when they are not UTF-8 and so could not be turned back into the same bytes. */
export function decodePath(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD')) return text
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null
}

/** A path for people when it is not UTF-8: what can be read is text, every other byte is `\xNN`. */
export function showPath(bytes: Buffer): string {
  let shown = ''
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0)
    const text = length === 0 ? null : decodePath(bytes.subarray(at, at + length))
    if (text === null || text === '') {
      shown += `\\x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
      at += 1
    } else {
      shown += text
      at += length
    }
  }
  return shown
}

/** How many bytes a UTF-8 character has by its first one; 0 when no character begins so. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  if (first >= 0xf0 && first < 0xf5) return 4
  return 0
}
