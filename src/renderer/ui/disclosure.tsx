import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '../lib/cx'
import styles from './disclosure.module.css'

export type DisclosureProps = {
  readonly summary: ReactNode
  /** Opens it, also later; that it is not so any more does not close what the reader has open. */
  readonly defaultOpen?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A line that opens what lies beneath it. */
export function Disclosure({ summary, defaultOpen = false, className, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(defaultOpen)
  useEffect(() => {
    if (defaultOpen) setOpen(true)
  }, [defaultOpen])
  return (
    <details
      className={cx(styles.disclosure, className)}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <ChevronRight size={14} aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  )
}
