import { ArrowDown } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { holdsWrites } from '../level/level-words'
import { cx } from '../lib/cx'
import { plural } from '../lib/format'
import { useHotkeys } from '../lib/hotkeys'
import { findingOf } from '../lib/outcome'
import { Button } from '../ui/button'
import { ErrorState, Loading } from '../ui/states'
import { TimelineProvider } from './context'
import type { SessionFeed } from './data/session-feed'
import { useFeedState } from './data/use-session-feed'
import { RowView } from './rows/row-view'
import styles from './timeline.module.css'
import { TimelineMenu } from './timeline-menu'
import { useFlash } from './use-flash'
import { useFollow } from './use-follow'
import { useRowWindow } from './use-row-window'
import type { EndAction } from './words/end-words'

export type TimelineHandle = {
  /** Goes to a row and marks it for a moment. */
  readonly showRow: (row: number) => void
}

export type TimelineProps = {
  readonly feed: SessionFeed
  /** The rows shown; without it all of them. */
  readonly range?: { readonly from: number; readonly count: number }
  /** Where it opens: at its first row, or at its newest and following them. */
  readonly opensAt: 'top' | 'tail'
  readonly label: string
  /** Whether Home and End go to its first and newest row. Default: yes. */
  readonly hasKeys?: boolean
  /** Whether rows show what they changed line by line. Default: yes. */
  readonly hasDiffs?: boolean
  readonly onAction?: (action: EndAction) => void
  readonly onShowInReplay?: (row: number) => void
  readonly ref?: Ref<TimelineHandle>
}

/** The rows of a session, only those in view drawn, however many there are and however fast they come. */
export function Timeline({
  feed,
  range,
  opensAt,
  label,
  hasKeys = true,
  hasDiffs = true,
  onAction,
  onShowInReplay,
  ref,
}: TimelineProps) {
  const { view, count: all, error } = useFeedState(feed)
  const from = range?.from ?? 0
  const count = range === undefined ? all : Math.min(range.count, Math.max(0, all - from))
  const scroller = useRef<HTMLDivElement>(null)
  const { following, fresh, resume, stay, scrolled, handlers } = useFollow(
    scroller,
    count,
    opensAt === 'tail',
  )
  const [flashed, flash] = useFlash()

  const { window, list, moved, goTo } = useRowWindow(scroller, count, following)
  const { first, last } = window
  useEffect(() => feed.look(from + first, from + Math.max(first, last)), [feed, from, first, last])
  // Both at once and before the paint: rows drawn late would leave a gap, a late end of the following would pull back.
  const onScroll = (): void =>
    flushSync(() => {
      if (scrolled()) moved()
    })

  useImperativeHandle(
    ref,
    () => ({
      showRow: (row) => {
        stay()
        goTo(row - from)
        flash(row)
      },
    }),
    [goTo, from, stay, flash],
  )
  useHotkeys(label, [
    { keys: 'End', label: 'Newest row', run: resume, disabled: !hasKeys },
    {
      keys: 'Home',
      label: 'First row',
      disabled: !hasKeys,
      run: () => {
        stay()
        goTo(0)
      },
    },
  ])

  const kept = useRef(new Map<string, boolean>()).current
  const sessionId = view?.id
  const runtime = view?.runtime ?? null
  const agent = view?.runtimeTitle ?? ''
  const startedAt = view?.startedAt ?? 0
  const endedAt = view?.endedAt ?? null
  const isCancelled = view?.status === 'cancelled'
  const isKeptIn = view !== null && holdsWrites(view.level)
  const finding = view === null ? null : findingOf(view)
  const context = useMemo(
    () =>
      sessionId === undefined
        ? null
        : {
            sessionId,
            runtime,
            agent,
            startedAt,
            endedAt,
            finding,
            isCancelled,
            isKeptIn,
            callTitle: feed.callTitle,
            kept,
            hasDiffs,
            onAction: onAction ?? null,
            onShowInReplay: onShowInReplay ?? null,
          },
    [
      sessionId,
      runtime,
      agent,
      startedAt,
      endedAt,
      finding,
      isCancelled,
      isKeptIn,
      feed,
      kept,
      hasDiffs,
      onAction,
      onShowInReplay,
    ],
  )

  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  if (error !== null && count === 0)
    return <ErrorState title="The timeline can’t be read" error={error} onRetry={feed.retry} />
  if (context === null) return <Loading label="Reading the timeline" rows={8} />
  return (
    <TimelineProvider value={context}>
      <div className={styles.timeline}>
        {error !== null && (
          <div className={styles.problem}>
            <ErrorState inline title="Rows are missing" error={error} onRetry={feed.retry} />
          </div>
        )}
        <TimelineMenu feed={feed} onShowInReplay={onShowInReplay}>
          <section
            ref={scroller}
            className={styles.scroller}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
            tabIndex={0}
            aria-label={label}
            onScroll={onScroll}
            {...handlers}
          >
            <ol ref={list}>
              {rows.map((index) => (
                <li
                  key={index}
                  data-index={index}
                  data-row={from + index}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  className={cx(styles.item, flashed === from + index && styles.flash)}
                >
                  <RowView row={feed.row(from + index)} />
                </li>
              ))}
            </ol>
          </section>
        </TimelineMenu>
        {!following && fresh > 0 && (
          <div className={styles.jump}>
            <Button size="small" icon={ArrowDown} keys="End" onClick={resume}>
              {plural(fresh, 'new row')} · Jump to newest
            </Button>
          </div>
        )}
      </div>
    </TimelineProvider>
  )
}
