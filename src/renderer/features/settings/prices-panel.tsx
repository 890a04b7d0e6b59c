import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Price } from '../../../shared'
import { plural } from '../../lib/format'
import { useSettings } from '../../lib/settings'
import { useCall } from '../../lib/use-call'
import { Button, Disclosure, ErrorState, Loading, Panel } from '../../ui'
import { emptyRow, type PriceRow, readRows, rowOf } from './price-rows'
import { OwnPrices, PriceTable } from './price-table'
import { saveSettings } from './save-settings'
import styles from './settings-view.module.css'

/** What costs are estimated by where an agent does not say them: the table that comes along, and the user's own prices. */
export function PricesPanel() {
  const table = useCall('prices.list', {})
  const stored = useSettings((state) => state.settings.prices)
  const [draft, setDraft] = useState<readonly PriceRow[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const rows = draft ?? stored.map(rowOf)
  const read = readRows(rows)
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(stored.map(rowOf))
  const change = (next: readonly PriceRow[]): void => {
    setDraft(next)
    setRefusal(null)
  }
  const save = async (): Promise<void> => {
    if (!('prices' in read)) return
    setBusy(true)
    const refused = await saveSettings({ prices: read.prices })
    setBusy(false)
    setRefusal(refused)
    if (refused === null) setDraft(null)
  }
  return (
    <Panel
      title="Prices for estimates"
      actions={
        <Button size="small" icon={Plus} onClick={() => change([...rows, emptyRow])}>
          Add a price
        </Button>
      }
    >
      <p className={styles.hint}>
        Dollars per million tokens. What an agent says of its cost comes first; only where it says nothing is
        the cost estimated, and marked so. Your own prices come before the table.
      </p>
      {rows.length > 0 && (
        <OwnPrices rows={rows} wrong={'wrong' in read ? read.wrong : []} onChange={change} />
      )}
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {isChanged && (
        <div className={styles.foot}>
          <Button variant="ghost" onClick={() => setDraft(null)}>
            Undo
          </Button>
          <Button busy={isBusy} disabled={!('prices' in read)} onClick={() => void save()}>
            {isBusy ? 'Saving…' : 'Save prices'}
          </Button>
        </div>
      )}
      {table.state === 'failed' && (
        <ErrorState inline title="The price table can’t be read" error={table.error} onRetry={table.reload} />
      )}
      {table.state === 'loading' && table.value === null && <Loading label="Reading the prices" rows={2} />}
      {table.value !== null && (
        <Disclosure
          summary={`The table that comes with Glovebox: ${plural(table.value.prices.length, 'model')}, as of ${table.value.asOf}`}
        >
          <PriceTable
            prices={table.value.prices}
            onTakeOver={(price: Price) => change([...rows, rowOf(price)])}
          />
        </Disclosure>
      )}
    </Panel>
  )
}
