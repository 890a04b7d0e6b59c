import {
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  GitFork,
  RotateCw,
  ShieldAlert,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Comparison, SessionView } from '../../../shared'
import { isSameLevel, levelDifference, stripLevels } from '../../level'
import { formatCount, formatDuration } from '../../lib/format'
import { useHotkeys } from '../../lib/hotkeys'
import { shortName } from '../../lib/names'
import { go } from '../../lib/navigation'
import { useStatusStrip } from '../../lib/status-strip'
import { Button, Chip, IconButton, SplitPanels, useNow, ViewHeader } from '../../ui'
import styles from './compare.module.css'
import { FilesPanel } from './files/files-panel'
import { LanesGrid, type LanesHandle } from './lanes/lanes-grid'
import { useLanes } from './lanes/use-lanes'
import { baseWords, shortHead } from './model/base-words'
import { deltasOf } from './model/deltas'
import { DeltaRow } from './summary/delta-row'
import { RunningNote } from './summary/running-note'
import summary from './summary/summary.module.css'
import { WhoCell } from './summary/who-cell'

type ComparisonViewProps = { readonly comparison: Comparison; readonly onReload: () => void }

/** Two sessions side by side: what each cost and achieved, where they part and meet, and the files they leave. */
export function ComparisonView({ comparison, onReload }: ComparisonViewProps) {
  const { left, right, alignment } = comparison
  const now = useNow()
  const lanes = useLanes(comparison)
  const grid = useRef<LanesHandle>(null)
  const deltas = useMemo(() => deltasOf({ left, right }, now), [left, right, now])
  const base = baseWords(comparison)
  const difference = useMemo(() => levelDifference(left.level, right.level), [left.level, right.level])
  const isSame = isSameLevel(left.level, right.level)
  const baseOf = (session: SessionView) =>
    base.isSame
      ? null
      : left.projectId === right.projectId
        ? shortHead(session.head)
        : shortName(session.projectName)

  const toNext = () => lanes.next !== null && grid.current?.showPair(lanes.next)
  const toPrevious = () => lanes.previous !== null && grid.current?.showPair(lanes.previous)
  const swap = () => go({ view: 'compare', left: right.id, right: left.id })
  useHotkeys('Compare', [
    { keys: 'n', label: 'Next difference', run: toNext, disabled: lanes.next === null },
    { keys: 'p', label: 'Previous difference', run: toPrevious, disabled: lanes.previous === null },
    { keys: 'x', label: 'Swap A and B', run: swap },
  ])
  useStatusStrip({
    project: left.projectName,
    level: stripLevels(left.level, right.level, difference),
    right: `aligned ${formatCount(left.frames)} × ${formatCount(right.frames)} frames in ${formatDuration(alignment.durationMs)}`,
  })
  return (
    <>
      <ViewHeader
        title="Compare"
        chips={
          <>
            <Chip
              tone={base.isSame ? 'neutral' : 'warn'}
              icon={base.isSame ? GitFork : TriangleAlert}
              title={base.title}
            >
              {base.text}
            </Chip>
            {difference !== null && (
              <Chip
                tone={isSame ? 'neutral' : 'warn'}
                icon={isSame ? ShieldCheck : ShieldAlert}
                title={difference}
              >
                {isSame ? 'other sandbox, same level' : 'levels differ'}
                <span className="sr-only">. {difference}</span>
              </Chip>
            )}
          </>
        }
        actions={
          <>
            <Button variant="ghost" icon={ArrowLeftRight} onClick={swap}>
              Swap
            </Button>
            <Position differing={lanes.differing} pair={lanes.pair} />
            <IconButton
              icon={ArrowUp}
              label="Previous difference"
              keys="p"
              disabled={lanes.previous === null}
              onClick={toPrevious}
            />
            <Button icon={ArrowDown} keys="n" disabled={lanes.next === null} onClick={toNext}>
              Next difference
            </Button>
          </>
        }
      />
      <div className={styles.body}>
        <div className={summary.whos}>
          <WhoCell
            side="a"
            session={left}
            base={baseOf(left)}
            onChange={() => go({ view: 'compare', left: null, right: right.id })}
          />
          <WhoCell
            side="b"
            session={right}
            base={baseOf(right)}
            onChange={() => go({ view: 'compare', left: left.id, right: null })}
          />
        </div>
        <DeltaRow deltas={deltas} />
        <RunningNote left={left} right={right} icon={RotateCw} onReload={onReload} />
        <SplitPanels
          name="compare"
          direction="vertical"
          panels={[
            {
              id: 'lanes',
              size: 56,
              min: 120,
              content: <LanesGrid comparison={comparison} lanes={lanes} handle={grid} />,
            },
            { id: 'files', size: 44, min: 120, content: <FilesPanel comparison={comparison} /> },
          ]}
        />
      </div>
    </>
  )
}

/** “3 of 28 differences”, or how many there are. */
function Position({
  differing,
  pair,
}: {
  readonly differing: readonly number[]
  readonly pair: number | null
}) {
  const at = pair === null ? -1 : differing.indexOf(pair)
  const total = formatCount(differing.length)
  return (
    <span className={styles.position} role="status">
      {differing.length === 0
        ? 'no differences'
        : at < 0
          ? `${total} ${differing.length === 1 ? 'difference' : 'differences'}`
          : `${formatCount(at + 1)} of ${total}`}
    </span>
  )
}
