import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import styles from './chip.module.css'

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad'

export type ChipProps = {
  readonly tone?: Tone
  readonly icon?: LucideIcon | undefined
  readonly title?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A small fact or state. A toned one says in words (or by an icon) what its colour says. */
export function Chip({ tone = 'neutral', icon: Icon, title, className, children }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone], className)} title={title}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  )
}

/** The mark of a comparison's left (A) or right (B) side, in its colour. */
export function SideTag({ side }: { readonly side: 'a' | 'b' }) {
  return <span className={cx(styles.tag, side === 'a' ? styles.a : styles.b)}>{side.toUpperCase()}</span>
}
