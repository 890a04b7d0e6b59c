import { Check, CircleDashed, Ellipsis, ListFilter, Rewind, X } from 'lucide-react'
import type { SessionView } from '../../../../shared'
import { LevelBadge } from '../../../level'
import { firstLine } from '../../../lib/format'
import { go } from '../../../lib/navigation'
import { findingOf } from '../../../lib/outcome'
import { formatExact, formatTimeOfDay } from '../../../lib/time'
import { Chip, DropdownMenu, IconButton, SideTag, StatusChip } from '../../../ui'
import { checkWords } from '../model/check-words'
import styles from './summary.module.css'

type WhoCellProps = {
  readonly side: 'a' | 'b'
  readonly session: SessionView
  /** Where it began, where that is not the same on both sides. */
  readonly base: string | null
  readonly onChange: () => void
}

/** Which session stands on a side: its runtime, what it was asked, when, and how it came out. */
export function WhoCell({ side, session, base, onChange }: WhoCellProps) {
  const { runtimeTitle, variant, prompt, startedAt, status } = session
  // What the checks say has a chip of its own.
  const finding = findingOf({ ...session, check: null })
  return (
    <div className={styles.who}>
      <SideTag side={side} />
      <div className={styles.name}>
        <h2 className="truncate">{variant === null ? runtimeTitle : `${runtimeTitle} · ${variant}`}</h2>
        <div className={styles.asked}>
          <span className="truncate" title={prompt}>
            “{firstLine(prompt, 160)}”
          </span>
          <time
            className={styles.when}
            dateTime={new Date(startedAt).toISOString()}
            title={formatExact(startedAt)}
          >
            {formatTimeOfDay(startedAt)}
          </time>
          {base !== null && <span className={styles.base}>{base}</span>}
        </div>
      </div>
      <div className={styles.outcome}>
        {(status !== 'succeeded' || finding !== null) && <StatusChip status={status} finding={finding} />}
        <LevelBadge level={session.level} className={styles.level} />
        <CheckChip session={session} />
        <DropdownMenu
          trigger={<IconButton icon={Ellipsis} label={`More for ${side.toUpperCase()}`} size="small" />}
          entries={[
            {
              type: 'item',
              label: `Choose another session for ${side.toUpperCase()}…`,
              icon: ListFilter,
              onSelect: onChange,
            },
            {
              type: 'item',
              label: 'Replay',
              icon: Rewind,
              onSelect: () => go({ view: 'replay', sessionId: session.id, frame: null }),
            },
          ]}
        />
      </div>
    </div>
  )
}

function CheckChip({ session: { check } }: { readonly session: SessionView }) {
  const words = checkWords(check)
  if (words === null) return <Chip icon={CircleDashed}>no checks ran</Chip>
  return (
    <Chip tone={words.tone} icon={words.tone === 'ok' ? Check : X} title={check?.command}>
      {words.text}
    </Chip>
  )
}
