import { inert } from '../../shared'

const maxName = 32

/** A name from outside for a line of plain text: it is what it looks like, and a long one is cut, between characters. */
export function shortName(name: string, most = maxName): string {
  const shown = [...inert(name)]
  return shown.length > most ? `${shown.slice(0, most - 1).join('')}…` : shown.join('')
}
