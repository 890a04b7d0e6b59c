import type { Tone } from '../../ui/chip'

export type RowIcon =
  | 'prompt'
  | 'message'
  | 'thinking'
  | 'inventory'
  | 'mirror'
  | 'consent'
  | 'process'
  | 'agent'
  | 'retry'
  | 'notice'
  | 'warning'
  | 'output'
  | 'result'
  | 'record'
  | 'masked'
  | 'frame'
  | 'usage'
  | 'change'
  | 'limit'
  | 'refused'
  | 'network'
  | 'cancel'
  | 'unknown'
  | 'end'

/** A row in words: “**Refused** reach other hosts `example.org` (not in this consent)”, with what can be opened below. */
export type RowWords = {
  readonly icon: RowIcon
  /** The word that carries the row; null for a row that is background. */
  readonly lead: string | null
  readonly text: string
  /** A path, command or host: shown in the code face. */
  readonly target: string | null
  readonly chip: { readonly tone: Tone; readonly text: string } | null
  readonly note: string | null
  /** A time that matters now: “resets in 2 h”. */
  readonly when: { readonly label: string; readonly at: number } | null
  /** Raw text that can be opened below the row. */
  readonly detail: string | null
}

/** Row words with what is not said left empty. */
export const row = (icon: RowIcon, words: Partial<RowWords>): RowWords => ({
  icon,
  lead: null,
  text: '',
  target: null,
  chip: null,
  note: null,
  when: null,
  detail: null,
  ...words,
})

/** The same words without alarm, where `isExpected`. */
export const calm = (words: RowWords, isExpected: boolean): RowWords =>
  isExpected && words.chip !== null ? { ...words, chip: { ...words.chip, tone: 'neutral' } } : words
