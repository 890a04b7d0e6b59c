import { useVirtualizer } from '@tanstack/react-virtual'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import type { SessionId, SessionView } from '../../../shared'
import { useHotkeys } from '../../lib/hotkeys'
import { ContextMenu, type MenuEntry } from '../../ui'
import { deleteSession, openSession } from './acts'
import { togglePick, usePicks } from './picks'
import { sessionMenu } from './session-menu'
import { SessionRow } from './session-row'
import styles from './sessions.module.css'

export type SessionTableProps = {
  readonly sessions: readonly SessionView[]
  /** The last rows come into view: more may be read. */
  readonly onNearEnd: () => void
}

const rowHeight = 52
const headHeight = 31
const nearEnd = 20
const columns = [
  '',
  'Status',
  'Session',
  'Started',
  'Duration',
  'Frames',
  'Files',
  'Checks',
  'Tokens',
  'Cost',
] as const

/** Sessions as a table with one row chosen: arrows move, Enter opens, Space picks for a comparison. */
export function SessionTable({ sessions, onNearEnd }: SessionTableProps) {
  const scroller = useRef<HTMLTableElement>(null)
  const id = useId()
  const [chosenId, setChosenId] = useState<SessionId | null>(null)
  const [entries, setEntries] = useState<readonly MenuEntry[]>([])
  const { picks, set } = usePicks()
  const chosen = Math.max(
    0,
    sessions.findIndex((session) => session.id === chosenId),
  )
  const virtualizer = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  const items = virtualizer.getVirtualItems()
  const isNearEnd = (items.at(-1)?.index ?? 0) >= sessions.length - nearEnd
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  const choose = (index: number): void => {
    const at = Math.min(sessions.length - 1, Math.max(0, index))
    setChosenId(sessions[at]?.id ?? null)
    virtualizer.scrollToIndex(at)
  }
  const withChosen = (act: (session: SessionView) => void) => () => {
    const session = sessions[chosen]
    if (session !== undefined) act(session)
  }
  const pick = (session: SessionView): void => set(togglePick(picks, session.id))
  const remove = async (session: SessionView): Promise<void> => {
    const next = sessions[chosen + 1] ?? sessions[chosen - 1]
    if (await deleteSession(session)) setChosenId(next?.id ?? null)
  }
  useHotkeys('Sessions', [
    { keys: ['ArrowDown', 'j'], label: 'Next session', run: () => choose(chosen + 1) },
    { keys: ['ArrowUp', 'k'], label: 'Previous session', run: () => choose(chosen - 1) },
    { keys: 'Home', label: 'Newest', run: () => choose(0) },
    { keys: 'End', label: 'Oldest that is loaded', run: () => choose(sessions.length - 1) },
    { keys: 'Enter', label: 'Open', run: withChosen(openSession) },
    { keys: 'space', label: 'Pick for a comparison', run: withChosen(pick) },
    { keys: 'Delete', label: 'Delete…', run: withChosen((session) => void remove(session)) },
  ])

  const chooseUnderPointer = (event: SyntheticEvent): void => {
    const element = event.target instanceof Element ? event.target.closest('[data-index]') : null
    const session = sessions[Number(element?.getAttribute('data-index') ?? Number.NaN)] ?? sessions[chosen]
    if (session === undefined) return
    setChosenId(session.id)
    setEntries(sessionMenu(session, picks, { pick: () => pick(session), remove: () => void remove(session) }))
  }
  const first = items[0]
  const last = items.at(-1)
  return (
    <ContextMenu entries={entries}>
      <table
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows can be chosen (ARIA)
        role="grid"
        aria-label="Sessions"
        aria-rowcount={sessions.length + 1}
        aria-activedescendant={`${id}-${chosen}`}
        tabIndex={0}
        className={styles.grid}
        onContextMenuCapture={chooseUnderPointer}
      >
        <thead className={styles.top}>
          <tr className={styles.head}>
            {columns.map((title, index) => (
              <th key={title} scope="col" className={index > 3 ? 'num' : undefined}>
                {title === '' ? <span className="sr-only">Picked</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body}>
          <tr
            aria-hidden
            style={{ height: (first?.start ?? headHeight) - headHeight }}
            className={styles.space}
          />
          {items.map(({ index }) => {
            const session = sessions[index]
            return session === undefined ? null : (
              <SessionRow
                key={session.id}
                id={`${id}-${index}`}
                index={index}
                session={session}
                isChosen={index === chosen}
                picks={picks}
                onChoose={setChosenId}
              />
            )
          })}
          <tr
            aria-hidden
            style={{ height: virtualizer.getTotalSize() - (last?.end ?? 0) }}
            className={styles.space}
          />
        </tbody>
      </table>
    </ContextMenu>
  )
}
