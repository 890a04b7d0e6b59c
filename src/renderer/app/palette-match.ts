/**
 * How well a command fits what was typed, for the order of the list: 0 is not at all. Every word typed has to be in
 * one of the command's words; words that begin so, and those of its title, come first.
 */
export function paletteMatch(search: string, [title = '', ...others]: readonly string[]): number {
  const typed = wordsOf(search)
  if (typed.length === 0) return 1
  const scores = typed.map((word) => Math.max(scoreOf(word, title), 0.5 * scoreOf(word, others.join(' '))))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

function scoreOf(word: string, text: string): number {
  if (wordsOf(text).some((each) => each.startsWith(word))) return 1
  return text.toLowerCase().includes(word) ? 0.5 : 0
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
