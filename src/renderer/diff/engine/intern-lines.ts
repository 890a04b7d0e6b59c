import { type Lines, lineAt } from './lines'

/**
 * Gives equal lines equal numbers, so that lines compare as fast as numbers do. With `ignoreWhitespace`, lines that
 * differ only in white space (line ends included) are equal.
 */
export function createLineNumbers(ignoreWhitespace: boolean): (text: string, lines: Lines) => Int32Array {
  const numbers = new Map<string, number>()
  return (text, lines) => {
    const result = new Int32Array(lines.count)
    for (let index = 0; index < lines.count; index += 1) {
      const line = lineAt(text, lines, index)
      // A last line without a line feed is another line than the same with one.
      const isCut = !lines.endsWithNewline && index === lines.count - 1
      const key = ignoreWhitespace ? line.replace(/\s+/g, '') : isCut ? `${line}\n` : line
      const known = numbers.get(key)
      if (known === undefined) numbers.set(key, numbers.size)
      result[index] = known ?? numbers.size - 1
    }
    return result
  }
}
