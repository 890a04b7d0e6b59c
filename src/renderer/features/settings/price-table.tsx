import { Pencil, Trash2 } from 'lucide-react'
import type { Price } from '../../../shared'
import { IconButton } from '../../ui'
import { type PriceField, type PriceRow, priceFields } from './price-rows'
import styles from './prices.module.css'

/** The prices that come with Glovebox. One can be taken over to be changed. */
export function PriceTable({
  prices,
  onTakeOver,
}: {
  readonly prices: readonly Price[]
  readonly onTakeOver: (price: Price) => void
}) {
  return (
    <table className={styles.table}>
      <Head />
      <tbody>
        {prices.map((price) => (
          <tr key={price.model}>
            <th scope="row" className={styles.model} data-selectable>
              {price.model}
            </th>
            <td className="num">{price.inputUsd}</td>
            <td className="num">{price.outputUsd}</td>
            <td className="num">{price.cacheReadUsd}</td>
            <td className="num">{price.cacheWriteUsd}</td>
            <td className={styles.act}>
              <IconButton
                icon={Pencil}
                size="small"
                label={`Set my own price for ${price.model}`}
                onClick={() => onTakeOver(price)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export type OwnPricesProps = {
  readonly rows: readonly PriceRow[]
  /** Of each row the field that can't be read. */
  readonly wrong: readonly (PriceField | null)[]
  readonly onChange: (rows: readonly PriceRow[]) => void
}

const placeholders: Readonly<Record<PriceField, string>> = {
  model: 'name',
  inputUsd: '0',
  outputUsd: '0',
  cacheReadUsd: 'as In',
  cacheWriteUsd: 'as In',
}

/** The user's own prices, in fields. */
export function OwnPrices({ rows, wrong, onChange }: OwnPricesProps) {
  const set = (index: number, field: PriceField, text: string): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [field]: text } : row)))
  const problem = wrong.findIndex((field) => field !== null)
  return (
    <>
      <table className={styles.table}>
        <Head />
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a price has no other name while its model is typed
            <tr key={index}>
              {priceFields.map(({ field, title }) => (
                <td key={field}>
                  <input
                    type="text"
                    inputMode={field === 'model' ? 'text' : 'decimal'}
                    spellCheck={false}
                    className={field === 'model' ? styles.modelField : styles.numberField}
                    aria-label={`${title}, price ${index + 1}`}
                    aria-invalid={wrong[index] === field || undefined}
                    value={row[field]}
                    placeholder={placeholders[field]}
                    onChange={(event) => set(index, field, event.target.value)}
                  />
                </td>
              ))}
              <td className={styles.act}>
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={`Remove my price for ${row.model === '' ? `row ${index + 1}` : row.model}`}
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {problem !== -1 && (
        <p role="alert" className={styles.problem}>
          {wrong[problem] === 'model'
            ? `Price ${problem + 1}: name the model, or how its name begins.`
            : `Price ${problem + 1}: enter dollars as a number of 0 or more.`}
        </p>
      )}
    </>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        {priceFields.map(({ field, title }) => (
          <th key={field} scope="col" className={field === 'model' ? undefined : 'num'}>
            {title}
          </th>
        ))}
        <th scope="col">
          <span className="sr-only">Act</span>
        </th>
      </tr>
    </thead>
  )
}
