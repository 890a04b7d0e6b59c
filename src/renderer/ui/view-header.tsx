import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button'
import styles from './view-header.module.css'

export type ViewHeaderProps = {
  readonly title: ReactNode
  /** Before the title: a mark, a live dot. */
  readonly lead?: ReactNode
  /** Chips right of the title. */
  readonly chips?: ReactNode
  /** Buttons at the right end, the primary one last. */
  readonly actions?: ReactNode
  /** Shows a button that leads back. */
  readonly onBack?: (() => void) | undefined
}

/** The head of every view, 57 px high. */
export function ViewHeader({ title, lead, chips, actions, onBack }: ViewHeaderProps) {
  return (
    <header className={styles.head}>
      {onBack !== undefined && (
        <IconButton icon={ArrowLeft} label="Back" keys="alt+ArrowLeft" onClick={onBack} />
      )}
      {lead}
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {chips !== undefined && <div className={styles.chips}>{chips}</div>}
      <div className="grow" />
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** The dot of something that goes on now. Say so in words beside it. */
export function LiveDot() {
  return <span className={styles.live} aria-hidden />
}
