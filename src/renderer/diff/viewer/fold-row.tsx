import { ChevronDown, ChevronUp, UnfoldVertical } from 'lucide-react'
import { plural } from '../../lib/format'
import { stepLines } from '../rows/folds'
import type { FoldEdges } from '../rows/row-list'
import styles from './viewer.module.css'

export type FoldRowProps = {
  readonly lines: number
  readonly edges: FoldEdges
  readonly onOpen: (part: 'top' | 'bottom' | 'all') => void
}

/** Stands for unchanged lines: opens them, or a step of them at the end of either change. */
export function FoldRow({ lines, edges, onOpen }: FoldRowProps) {
  const isLong = lines > 2 * stepLines
  return (
    <td className={styles.fold}>
      <button type="button" className={styles.foldAll} onClick={() => onOpen('all')}>
        <UnfoldVertical size={13} aria-hidden />
        Show {plural(lines, 'unchanged line')}
      </button>
      {isLong && edges.top && (
        <button
          type="button"
          className={styles.foldStep}
          title={`Show ${stepLines} lines after the change above`}
          aria-label={`Show ${stepLines} lines after the change above`}
          onClick={() => onOpen('top')}
        >
          <ChevronDown size={13} aria-hidden />
          {stepLines}
        </button>
      )}
      {isLong && edges.bottom && (
        <button
          type="button"
          className={styles.foldStep}
          title={`Show ${stepLines} lines before the change below`}
          aria-label={`Show ${stepLines} lines before the change below`}
          onClick={() => onOpen('bottom')}
        >
          <ChevronUp size={13} aria-hidden />
          {stepLines}
        </button>
      )}
    </td>
  )
}
