import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import styles from './disclosure.module.css'

export type DisclosureProps = {
  readonly summary: ReactNode
  readonly defaultOpen?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A line that opens what lies beneath it. */
export function Disclosure({ summary, defaultOpen = false, className, children }: DisclosureProps) {
  return (
    <details className={cx(styles.disclosure, className)} open={defaultOpen}>
      <summary className={styles.summary}>
        <ChevronRight size={14} aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  )
}
