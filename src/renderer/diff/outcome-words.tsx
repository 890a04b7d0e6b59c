import { Equal, FileQuestion, FileX2, type LucideIcon, PackageOpen, Shield, Unplug } from 'lucide-react'
import { EmptyState } from '../ui'
import styles from './file-diff.module.css'
import type { Outcome } from './outcome'

type Words = Extract<Outcome, { type: 'words' }>

const icons: Readonly<Record<Words['kind'], LucideIcon>> = {
  same: Equal,
  mode: Shield,
  binary: PackageOpen,
  too_large: FileX2,
  lost: Unplug,
  absent: FileQuestion,
}

/** The sentence that stands where there are no lines. */
export function OutcomeWords({ outcome, isSmall }: { readonly outcome: Words; readonly isSmall: boolean }) {
  const Icon = icons[outcome.kind]
  if (!isSmall) return <EmptyState icon={Icon} title={outcome.title} text={outcome.text} />
  return (
    <p className={styles.small}>
      <Icon size={14} aria-hidden />
      <span>
        <b>{outcome.title}.</b> {outcome.text}
      </span>
    </p>
  )
}
