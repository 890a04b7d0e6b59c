import { type Lines, lineAt } from './lines'

/** Lines are shown up to this many characters; what is beyond is counted. */
export const maxShownLength = 2000
const tabWidth = 4

/** How many columns a line takes as it is shown: tabs to the next fourth, wide characters two, combining ones none. */
export function columnsOf(line: string): number {
  const shown = line.length > maxShownLength ? line.slice(0, maxShownLength) : line
  if (/^[\x20-\x7e]*$/.test(shown)) return shown.length
  let columns = 0
  for (const character of shown) {
    if (character === '\t') columns += tabWidth - (columns % tabWidth)
    else if (!/\p{M}|\u200d|[\ufe00-\ufe0f]/u.test(character)) columns += isWide(character) ? 2 : 1
  }
  return columns
}

function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u.test(
    character,
  )
}

/** Columns that the note behind a cut line, or behind a last line without a line feed, takes. */
const noteColumns = 26

/** Columns of a text's longest line, as it is shown with its note. */
export function columnsOfAll(text: string, lines: Lines): number {
  let most = 0
  for (let index = 0; index < lines.count; index += 1) {
    const line = lineAt(text, lines, index)
    const hasNote = line.length > maxShownLength || (!lines.endsWithNewline && index === lines.count - 1)
    most = Math.max(most, columnsOf(line) + (hasNote ? noteColumns : 0))
  }
  return most
}
