/** What can't be seen, or changes how its neighbours are drawn: control and format characters, odd separators. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu

/**
 * Text from inside a box, as it can be shown in a line: what can't be seen is written out (“\u202e”), so that a name
 * is what it looks like. It stays text everywhere: nothing of it is followed, run or drawn as markup.
 */
export function inert(text: string): string {
  return text.replace(unseen, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
}
