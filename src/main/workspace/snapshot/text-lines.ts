/** A NUL in the first 8 KB makes a file binary, as for git. */
const sniffedBytes = 8 * 1024
/** Lines of larger files are not counted. */
export const maxTextBytes = 1024 * 1024

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, sniffedBytes).includes(0)
}

/** Gives each different line a number, so that comparing lines is comparing numbers. */
export function createLineNumbers() {
  const numbers = new Map<string, number>()
  const lengths: number[] = []
  return {
    /** The lines of a text as numbers. The last line counts whether or not it ends in a newline, and differs by it. */
    of: (bytes: Buffer): Int32Array => {
      const text = bytes.toString('latin1')
      const lines: number[] = []
      for (let at = 0; at < text.length; ) {
        const found = text.indexOf('\n', at)
        const end = found === -1 ? text.length : found + 1
        const line = text.slice(at, end)
        let number = numbers.get(line)
        if (number === undefined) {
          number = numbers.size
          numbers.set(line, number)
          lengths.push(line.length)
        }
        lines.push(number)
        at = end
      }
      return Int32Array.from(lines)
    },
    lengthOf: (number: number): number => lengths[number] ?? 0,
  }
}

export type LineNumbers = ReturnType<typeof createLineNumbers>
