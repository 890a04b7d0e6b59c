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

function DeltaCell({ delta: { label, left, right, difference, sizes } }: { readonly delta: Delta }) {
  return (
    <div className={styles.delta}>
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
