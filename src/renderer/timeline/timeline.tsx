import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { cx } from '../lib/cx'
import { plural } from '../lib/format'
import { useHotkeys } from '../lib/hotkeys'
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
  readonly onAction?: (action: EndAction) => void
  readonly onShowInReplay?: (row: number) => void
  readonly ref?: Ref<TimelineHandle>
}

const estimatedHeight = 30
const tailRows = 48

/** The rows of a session, only those in view drawn, however many there are and however fast they come. */
export function Timeline({
  feed,
  range,
  opensAt,
  label,
  hasKeys = true,
  onAction,
  onShowInReplay,
  ref,
}: TimelineProps) {
  const { view, count: all, error } = useFeedState(feed)
  const from = range?.from ?? 0
  const count = range === undefined ? all : Math.min(range.count, Math.max(0, all - from))
  const scroller = useRef<HTMLDivElement>(null)
  const { following, fresh, resume, stay, handlers } = useFollow(scroller, count, opensAt === 'tail')
  const [flashed, flash] = useFlash()

  // A scroller tells its new place one frame late. At 5,000 rows a second the tail would be blank in that frame, so
  // while it follows the newest rows are drawn whatever place it last told.
  const rangeExtractor = useCallback(
    (seen: Range) => {
      const shown = defaultRangeExtractor(seen)
      if (!following) return shown
      const first = Math.max(0, seen.count - tailRows)
      const tail = Array.from({ length: seen.count - first }, (_, index) => first + index)
      return [...shown.filter((index) => index < first && index >= first - tailRows), ...tail]
    },
    [following],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan: 8,
    paddingStart: 10,
    paddingEnd: 16,
    scrollPaddingStart: 24,
    rangeExtractor,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => feed.look(from + first, from + last), [feed, from, first, last])

  useImperativeHandle(
    ref,
    () => ({
      showRow: (row) => {
        stay()
        virtualizer.scrollToIndex(row - from, { align: 'start' })
        flash(row)
      },
    }),
    [virtualizer, from, stay, flash],
  )
  useHotkeys(label, [
    { keys: 'End', label: 'Newest row', run: resume, disabled: !hasKeys },
    {
      keys: 'Home',
      label: 'First row',
      disabled: !hasKeys,
      run: () => {
        stay()
        virtualizer.scrollToIndex(0)
      },
    },
  ])

  const kept = useRef(new Map<string, boolean>()).current
  const sessionId = view?.id
  const startedAt = view?.startedAt ?? 0
  const context = useMemo(
    () =>
      sessionId === undefined
        ? null
        : {
            sessionId,
            startedAt,
            kept,
            onAction: onAction ?? null,
            onShowInReplay: onShowInReplay ?? null,
          },
    [sessionId, startedAt, kept, onAction, onShowInReplay],
  )

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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={label} {...handlers}>
            <ol className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
              {items.map(({ index, start }) => (
                <li
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-row={from + index}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  className={cx(styles.item, flashed === from + index && styles.flash)}
                  style={{ transform: `translateY(${start}px)` }}
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
