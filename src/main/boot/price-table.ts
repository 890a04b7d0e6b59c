import { readFileSync } from 'node:fs'
import { type PriceTable, parsePriceTable } from '../prices'

/** The price table that comes with the app; an empty one where it can't be read: costs are then not estimated. */
export function readPriceTable(path: string): PriceTable {
  try {
    const parsed = parsePriceTable(readFileSync(path, 'utf8'))
    return parsed.ok ? parsed.value : { vendors: [] }
  } catch {
    return { vendors: [] }
  }
}
