import { TriangleAlert } from 'lucide-react'
import type { BackendProbe } from '../../../../shared'
import { isOfAnotherSystem } from '../../../sandbox'
import styles from './sandbox.module.css'

/** Where a backend was found, why it can’t be used with the way out, and what is known against it. */
export function BackendDetail({ probe }: { readonly probe: BackendProbe }) {
  const { path, problem, warnings } = probe
  if (isOfAnotherSystem(probe)) return null
  return (
    <div className={styles.detail}>
      {path !== null && (
        <p className={styles.path} data-selectable>
          {path}
        </p>
      )}
      {problem !== null && (
        <p className={styles.problem} data-selectable>
          {problem.message}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning} data-selectable>
          <TriangleAlert size={13} aria-hidden />
          <span>{warning}</span>
        </p>
      ))}
    </div>
  )
}
