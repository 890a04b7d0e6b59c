import { cx } from '../../../lib/cx'
import type { Delta } from '../model/deltas'
import styles from './summary.module.css'

/** The measures of both sessions side by side, each with the difference and a bar in two parts. */
export function DeltaRow({ deltas }: { readonly deltas: readonly Delta[] }) {
  return (
    <dl className={styles.deltas}>
      {deltas.map((delta) => (
        <DeltaCell key={delta.label} delta={delta} />
      ))}
    </dl>
  )
}

/** Characters of three values that fit into a row; for longer ones the difference stands beside the label. */
const maxInRow = 17

function DeltaCell({ delta: { label, left, right, difference, sizes } }: { readonly delta: Delta }) {
  const isTight = left.length + right.length + (difference?.length ?? 0) > maxInRow
  return (
    <div className={cx(styles.delta, isTight && styles.tight)}>
      <dt>{label}</dt>
      <dd className={styles.values}>
        <span className={styles.left}>
          <span className="sr-only">A </span>
          {left}
        </span>
        <span className={styles.right}>
          <span className="sr-only">B </span>
          {right}
        </span>
        {difference !== null && (
          <span className={styles.difference} title="B against A">
            {difference}
          </span>
        )}
      </dd>
      <dd aria-hidden className={styles.bar}>
        {sizes !== null && (
          <>
            <i className={styles.barLeft} style={{ flexGrow: sizes[0] }} />
            <i className={styles.barRight} style={{ flexGrow: sizes[1] }} />
          </>
        )}
      </dd>
    </div>
  )
}
