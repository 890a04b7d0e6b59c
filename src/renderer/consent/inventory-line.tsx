import { ListTree, RotateCw, TriangleAlert } from 'lucide-react'
import type { Inventory } from '../../shared'
import { formatCount, plural } from '../lib/format'
import { Button, Chip } from '../ui'
import styles from './inventory-line.module.css'
import { leftOutWords } from './left-out-words'
import type { PageCall } from './use-page-call'

export type InventoryLineProps = {
  readonly inventory: PageCall<Inventory>
  readonly onSeeAll: () => void
}

/** How many files would be copied and which are left out, in a line; all of them one click away. */
export function InventoryLine({ inventory, onSeeAll }: InventoryLineProps) {
  return (
    <div className={styles.line} aria-live="polite">
      {inventory.state === 'loading' && (
        <>
          <ListTree size={15} aria-hidden />
          <span className="dim">Listing the tracked files… You can grant when they are listed.</span>
        </>
      )}
      {inventory.state === 'failed' && (
        <>
          <TriangleAlert size={15} aria-hidden className={styles.bad} />
          <span className={styles.words}>
            The files can’t be listed, so nothing can be granted yet. {inventory.error.message}
          </span>
          <Button size="small" icon={RotateCw} onClick={inventory.retry}>
            Try again
          </Button>
        </>
      )}
      {inventory.state === 'ready' && <Summary inventory={inventory.value} onSeeAll={onSeeAll} />}
    </div>
  )
}

function Summary({ inventory, onSeeAll }: { readonly inventory: Inventory; readonly onSeeAll: () => void }) {
  const { files, excluded } = inventory
  const total = files.length + excluded.length
  return (
    <>
      <ListTree size={15} aria-hidden />
      <span className={styles.count}>
        {formatCount(files.length)} of {plural(total, 'tracked file')}
      </span>
      {excluded.length === 0 ? (
        <Chip tone="ok">none left out</Chip>
      ) : (
        <Chip tone="warn">{formatCount(excluded.length)} left out</Chip>
      )}
      <span className={styles.words}>{leftOutWords(excluded)}</span>
      <Button size="small" onClick={onSeeAll}>
        See all
      </Button>
    </>
  )
}
