import { memo } from 'react'
import type { SessionId, SessionView } from '../../../shared'
import { LevelMark } from '../../level'
import { costWords, totalTokens } from '../../lib/cost'
import { cx } from '../../lib/cx'
import { formatCount, formatDuration, formatTokens } from '../../lib/format'
import { findingOf } from '../../lib/outcome'
import { plainTitle } from '../../timeline'
import { Chip, Name, RelativeTime, SideTag, StatusChip } from '../../ui'
import { openSession } from './acts'
import { type Picks, sideOf } from './picks'
import styles from './sessions.module.css'

export type SessionRowProps = {
  readonly id: string
  readonly index: number
  readonly session: SessionView
  readonly isChosen: boolean
  readonly picks: Picks
  readonly onChoose: (id: SessionId) => void
}

/** One session in the table. A click chooses it, its title or a double click opens it. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { id, index, session, isChosen, picks, onChoose } = props
  const side = sideOf(picks, session.id)
  const { startedAt, endedAt } = session
  const tokens = totalTokens(session)
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-index={index}
      className={cx(styles.row, isChosen && styles.chosen)}
      onClick={() => onChoose(session.id)}
      onDoubleClick={() => openSession(session)}
    >
      <td>{side !== null && <SideTag side={side} />}</td>
      <td>
        <StatusChip
          status={session.status}
          title={session.error?.message}
          finding={findingOf(session)}
          isShort
        />
      </td>
      <td className={styles.session}>
        <button type="button" tabIndex={-1} className={styles.title} onClick={() => openSession(session)}>
          {plainTitle(session.prompt, 200)}
        </button>
        <span className={styles.about}>
          <LevelMark level={session.level} />
          {session.parsedFrom !== null && 'parsed again · '}
          <Name of={session.projectName} className={styles.of} />
          {['', session.runtimeTitle, session.model ?? session.variant]
            .filter((part) => part !== null)
            .join(' · ')}
          {session.error !== null && ` · ${session.error.message}`}
        </span>
      </td>
      <td className="dim">
        <RelativeTime at={startedAt} />
      </td>
      <td className="num">
        {endedAt === null ? <span className="faint">running</span> : formatDuration(endedAt - startedAt)}
      </td>
      <td className="num">{session.frames === 0 ? <None /> : formatCount(session.frames)}</td>
      <td className={cx('num', styles.files)}>
        <Files session={session} />
      </td>
      <td className="num">
        <Checks session={session} />
      </td>
      <td className="num">{tokens === 0 ? <None /> : formatTokens(tokens)}</td>
      <td className="num">
        <Cost session={session} />
      </td>
    </tr>
  )
})

const None = () => (
  <span className="faint" title="None">
    –
  </span>
)

function Cost({ session: { usage, costSource } }: { readonly session: SessionView }) {
  const words = costWords(usage.costUsd, costSource)
  if (words === null) return <None />
  return (
    <span title={words.title}>
      {words.text}
      {words.label !== null && (
        <span className={styles.estimate}>{words.label === 'estimated' ? 'estimate' : 'part est.'}</span>
      )}
    </span>
  )
}

function Files({ session }: { readonly session: SessionView }) {
  if (session.changedFiles === 0) return <None />
  return (
    <>
      <span>{formatCount(session.changedFiles)}</span>
      <span className={styles.lines}>
        <span className={styles.plus}>+{formatCount(session.additions)}</span>{' '}
        <span className={styles.minus}>−{formatCount(session.deletions)}</span>
      </span>
    </>
  )
}

function Checks({ session: { check } }: { readonly session: SessionView }) {
  if (check === null) return <None />
  const { failed, failedCount, passedCount, command } = check
  if (failed || (failedCount ?? 0) > 0)
    return (
      <Chip tone="bad" title={command}>
        {failedCount === null || failedCount === 0 ? 'failed' : `${failedCount} failed`}
      </Chip>
    )
  return (
    <Chip tone="ok" title={command}>
      {passedCount === null ? 'passed' : `${passedCount} passed`}
    </Chip>
  )
}
