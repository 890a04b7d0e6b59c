import { ArrowDown, ArrowUp, Columns2, Pilcrow, Rows2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../lib/format'
import { useSettings } from '../lib/settings'
import { IconButton } from '../ui'
import type { TextDiff } from './engine/diff-text'
import styles from './file-diff.module.css'
import type { RowLayout } from './rows/row-list'

type DiffHeaderProps = {
  readonly path: string
  readonly title: ReactNode
  readonly subtitle: ReactNode
  readonly actions: ReactNode
  readonly diff: TextDiff | null
  readonly block: number | null
  readonly onStep: (by: 1 | -1) => void
  readonly ignoreWhitespace: boolean
  readonly onIgnoreWhitespace: (ignore: boolean) => void
  readonly layout: RowLayout
  readonly canSplit: boolean
  /** The layout is the view's own choice: there is nothing to choose. */
  readonly isFixed: boolean
}

/** Names the file and what is compared, goes through its changes, and sets how they are shown. */
export function DiffHeader(props: DiffHeaderProps) {
  const { path, title, subtitle, actions, diff, block, onStep, ignoreWhitespace, layout, canSplit } = props
  const changes = diff?.blocks.length ?? 0
  return (
    <header className={styles.header}>
      {title ?? (
        <code className={styles.path} title={path} data-selectable>
          {path}
        </code>
      )}
      {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
      {diff !== null && (
        <span className={styles.counts}>
          +{formatCount(diff.additions)} −{formatCount(diff.deletions)}
        </span>
      )}
      <span className="grow" />
      {actions}
      {changes > 0 && (
        <span className={styles.stepper}>
          <span className={styles.position}>
            {block === null ? formatCount(changes) : `${formatCount(block + 1)} of ${formatCount(changes)}`}
            <span className="sr-only"> changes</span>
          </span>
          <IconButton
            icon={ArrowUp}
            label="Previous change"
            keys="p"
            size="small"
            disabled={block === 0}
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label="Next change"
            keys="n"
            size="small"
            disabled={block === changes - 1}
            onClick={() => onStep(1)}
          />
        </span>
      )}
      <IconButton
        icon={Pilcrow}
        label={ignoreWhitespace ? 'Show changes in white space' : 'Leave out changes in white space'}
        pressed={!ignoreWhitespace}
        size="small"
        onClick={() => props.onIgnoreWhitespace(!ignoreWhitespace)}
      />
      {!props.isFixed && <LayoutButtons layout={layout} canSplit={canSplit} />}
    </header>
  )
}

type LayoutButtonsProps = Pick<DiffHeaderProps, 'layout' | 'canSplit'>

function LayoutButtons({ layout, canSplit }: LayoutButtonsProps) {
  const update = useSettings((store) => store.update)
  return (
    <span className={styles.layout}>
      <IconButton
        icon={Rows2}
        label="Below each other"
        pressed={layout === 'unified'}
        size="small"
        onClick={() => update({ diffLayout: 'unified' })}
      />
      <IconButton
        icon={Columns2}
        label={canSplit ? 'Side by side' : 'Side by side: not here (too narrow, or one side only)'}
        pressed={layout === 'split'}
        size="small"
        disabled={!canSplit}
        onClick={() => update({ diffLayout: 'split' })}
      />
    </span>
  )
}
