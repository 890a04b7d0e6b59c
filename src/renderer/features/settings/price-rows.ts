import { type Price, priceSchema } from '../../../shared'

/** A price as it is typed: dollars per million tokens. */
export type PriceRow = {
  readonly model: string
  readonly inputUsd: string
  readonly outputUsd: string
  readonly cacheReadUsd: string
  readonly cacheWriteUsd: string
}
export type PriceField = keyof PriceRow

export const priceFields: readonly { readonly field: PriceField; readonly title: string }[] = [
  { field: 'model', title: 'Model begins with' },
  { field: 'inputUsd', title: 'In' },
  { field: 'outputUsd', title: 'Out' },
  { field: 'cacheReadUsd', title: 'From cache' },
  { field: 'cacheWriteUsd', title: 'To cache' },
]

export const emptyRow: PriceRow = {
  model: '',
  inputUsd: '',
  outputUsd: '',
  cacheReadUsd: '',
  cacheWriteUsd: '',
}

export const rowOf = ({ model, ...prices }: Price): PriceRow => ({
  model,
  inputUsd: String(prices.inputUsd),
  outputUsd: String(prices.outputUsd),
  cacheReadUsd: String(prices.cacheReadUsd),
  cacheWriteUsd: String(prices.cacheWriteUsd),
})

/** The prices that the rows stand for, or the field of each row that can't be read. A row left empty stands for none. */
export function readRows(
  rows: readonly PriceRow[],
): { readonly prices: Price[] } | { readonly wrong: readonly (PriceField | null)[] } {
  const wrong = rows.map(wrongField)
  if (wrong.some((field) => field !== null)) return { wrong }
  return {
    prices: rows
      .filter((row) => !isEmpty(row))
      .map((row) =>
        priceSchema.parse({
          model: row.model,
          inputUsd: number(row.inputUsd),
          outputUsd: number(row.outputUsd),
          cacheReadUsd: cacheNumber(row, 'cacheReadUsd'),
          cacheWriteUsd: cacheNumber(row, 'cacheWriteUsd'),
        }),
      ),
  }
}

function wrongField(row: PriceRow): PriceField | null {
  if (isEmpty(row)) return null
  const found = priceFields.find(({ field }) =>
    field === 'model'
      ? !priceSchema.shape.model.safeParse(row.model).success
      : !priceSchema.shape.inputUsd.safeParse(cacheNumber(row, field)).success,
  )
  return found?.field ?? null
}

const isEmpty = (row: PriceRow): boolean => Object.values(row).every((text) => text.trim() === '')

/** Some write a decimal comma. What is empty is no number. */
const number = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))

/** A price of the cache that was left empty is that of what goes in. */
const cacheNumber = (row: PriceRow, field: Exclude<PriceField, 'model'>): number =>
  number(field.startsWith('cache') && row[field].trim() === '' ? row.inputUsd : row[field])
