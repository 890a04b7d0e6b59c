/**
 * The script of a command that Codex wraps into a shell (`/bin/bash -c 'npm test'` → `npm test`); anything else as it
 * is. Codex quotes by the rules of POSIX shells: single quotes take all as it is, double quotes know the backslash.
 */
export function innerCommand(command: string): string {
  const words = splitWords(command)
  if (words === null || words.length !== 3) return command
  const [shell = '', option = '', script = ''] = words
  return /(^|\/)(ba|z|da|k)?sh$/.test(shell) && /^-l?c$/.test(option) ? script : command
}

/** The words of a command line; null where a quote stays open. */
function splitWords(text: string): readonly string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    const escapes = character === '\\' && quote !== "'"
    if (escapes && (quote === null || '"\\$`'.includes(text.charAt(index + 1)))) {
      index += 1
      word = (word ?? '') + text.charAt(index)
    } else if (character === quote) quote = null
    else if (quote === null && (character === '"' || character === "'")) {
      quote = character
      word ??= ''
    } else if (quote === null && /\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + character
  }
  if (quote !== null) return null
  return word === null ? words : [...words, word]
}
