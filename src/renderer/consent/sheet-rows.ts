import { type ExclusionReason, exclusionWords, type Inventory } from '../../shared'

export type SheetRow = {
  readonly path: string
  /** Why it is left out; null for a file that is copied. */
  readonly reason: ExclusionReason | null
  /** What is worth a word about a copied file: that it is a link, or can be run. */
  readonly note: string | null
  readonly size: number | null
}

/** The rows of one list, those whose path (or reason) holds the filter's words, whatever their case. */
export function sheetRows(
  { files, excluded }: Inventory,
  shown: 'files' | 'excluded',
  filter: string,
): readonly SheetRow[] {
  const words = filter.trim().toLowerCase()
  const rows: readonly SheetRow[] =
    shown === 'files'
      ? files.map(({ path, size, mode }) => ({
          path,
          size,
          reason: null,
          note: mode === 'file' ? null : mode,
        }))
      : excluded.map(({ path, reason, size }) => ({ path, reason, size, note: null }))
  if (words === '') return rows
  return rows.filter(({ path, reason }) =>
    `${path} ${reason === null ? '' : exclusionWords[reason]}`.toLowerCase().includes(words),
  )
}
