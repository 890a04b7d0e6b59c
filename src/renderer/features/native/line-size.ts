import { formatBytes } from '../../lib/format'

/** Main sends at most this many characters of a line to be looked at; the whole of it is kept. */
export const shownLength = 64 * 1024

export const isCut = (text: string): boolean => text.length >= shownLength

/** How long a line is, as far as the window knows. */
export const sizeWords = (text: string): string =>
  isCut(text) ? `${formatBytes(shownLength)} or more` : formatBytes(text.length)
