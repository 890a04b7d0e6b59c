import { Check } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import type { SessionView } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { firstLine, plural } from '../../../lib/format'
import { findingOf } from '../../../lib/outcome'
import { Name, RelativeTime, SideTag, StatusChip } from '../../../ui'
import type { PickGroup } from '../model/pick-groups'
import styles from './pick.module.css'

type PickColumnProps = {
  readonly side: 'a' | 'b'
  readonly chosen: SessionView | null
  readonly groups: readonly PickGroup[]
  readonly onChoose: (session: SessionView) => void
}

/** The sessions for one side. The arrow keys walk through them. */
export function PickColumn({ side, chosen, groups, onChoose }: PickColumnProps) {
  const id = useId()
  return (
    <section className={styles.column} aria-labelledby={id}>
      <h2 className={styles.head} id={id}>
        <SideTag side={side} />
        {chosen === null ? `Choose session ${side.toUpperCase()}` : `Session ${side.toUpperCase()} is chosen`}
      </h2>
      <div className={styles.list}>
        {groups.length === 0 && <p className={styles.none}>No other session has these words.</p>}
        {groups.map(({ title, sessions }) => (
          <div key={title}>
            <h3 className={styles.group}>{title}</h3>
            {sessions.map((session) => (
              <PickRow
                key={session.id}
                session={session}
                isChosen={session.id === chosen?.id}
                onChoose={() => onChoose(session)}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

type PickRowProps = {
  readonly session: SessionView
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function PickRow({ session, isChosen, onChoose }: PickRowProps) {
  const { runtimeTitle, variant, prompt, startedAt, status, frames, projectName } = session
  return (
    <button
      type="button"
      data-pick
      className={cx(styles.row, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
      onKeyDown={walk}
    >
      <span className={styles.line}>
        <b className="truncate">{variant === null ? runtimeTitle : `${runtimeTitle} · ${variant}`}</b>
        <span className="grow" />
        {isChosen && <Check size={14} aria-hidden />}
        <StatusChip status={status} finding={findingOf(session)} isShort />
      </span>
      <span className={styles.line}>
        <span className={styles.prompt}>“{firstLine(prompt)}”</span>
      </span>
      <span className={styles.facts}>
        <Name of={projectName} /> · {plural(frames, 'frame')} · <RelativeTime at={startedAt} />
      </span>
    </button>
  )
}

/** Up and down within the column. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [
    ...(event.currentTarget.closest('section')?.querySelectorAll<HTMLElement>('[data-pick]') ?? []),
  ]
  event.preventDefault()
  rows[rows.indexOf(event.currentTarget) + step]?.focus()
}
