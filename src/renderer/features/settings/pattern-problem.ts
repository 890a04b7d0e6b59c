import type { RedactionPattern } from '../../../shared'

export type PatternProblem = { readonly name: string | null; readonly pattern: string | null }

/** What is wrong with a pattern as far as the window can tell; whether it could be slow is main's to check. */
export function patternProblem({ name, pattern }: RedactionPattern): PatternProblem {
  if (isBlank({ name, pattern })) return { name: null, pattern: null }
  return {
    name: name.trim() === '' ? 'Name it: what it masks is counted by this name.' : tooLong(name, 80),
    pattern: pattern === '' ? 'Enter what is to be masked.' : (tooLong(pattern, 500) ?? syntax(pattern)),
  }
}

/** A row that was added and left empty. */
export const isBlank = ({ name, pattern }: RedactionPattern): boolean => name.trim() === '' && pattern === ''

const tooLong = (text: string, most: number): string | null =>
  text.length > most ? `At most ${most} characters.` : null

function syntax(pattern: string): string | null {
  try {
    const found = new RegExp(pattern).exec('')
    return found === null
      ? null
      : 'It matches nothing at all, which would mask between all letters. Make it narrower.'
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'This is no regular expression.'
  }
}
