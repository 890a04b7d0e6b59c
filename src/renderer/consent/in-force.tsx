import { ShieldCheck } from 'lucide-react'
import type { Consent, Grant } from '../../shared'
import { actWords, listWords, scopeWords } from '../lib/consent-words'
import { grantChanges } from './grant-changes'
import styles from './in-force.module.css'

export type InForceProps = {
  readonly consent: Consent
  /** What would be granted; null while it is not complete. */
  readonly grant: Grant | null
  readonly titleOf: (runtime: string) => string
  readonly now: number
}

/** The grant that is in force now, that a new one replaces it, and what would be different. */
export function InForce({ consent, grant, titleOf, now }: InForceProps) {
  const who = listWords(consent.runtimes.map(titleOf))
  const changes = grant === null ? null : grantChanges(consent, grant, titleOf, now)
  const lines =
    changes === null
      ? []
      : ([
          ['Adds', changes.adds],
          ['Takes away', changes.takes],
          ['Changes', changes.alters],
        ] as const)
  return (
    <section className={styles.box} aria-label="In force now">
      <ShieldCheck size={15} aria-hidden />
      <div>
        <p>
          In force now: {who} may {actWords(consent.capabilities)}, {scopeWords(consent.scope, now)}. What you
          grant here replaces it.
        </p>
        <div className={styles.changes} aria-live="polite">
          {lines.map(([word, items]) =>
            items.length === 0 ? null : (
              <p key={word}>
                <b>{word}:</b> {items.join(', ')}
              </p>
            ),
          )}
          {changes !== null && lines.every(([, items]) => items.length === 0) && <p>Nothing changed yet.</p>}
        </div>
      </div>
    </section>
  )
}
