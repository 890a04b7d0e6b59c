import type { TimelineRow } from '../../../shared'
import { Terminal, toolOutput } from '../../timeline'
import { Loading } from '../../ui'
import styles from './replay.module.css'

/** The commands of a frame with what they wrote, one after the other, as in a terminal. */
export function FrameTerminal({ rows }: { readonly rows: readonly (TimelineRow | undefined)[] }) {
  if (rows.some((row) => row === undefined)) return <Loading label="Reading the output" rows={4} />
  const commands = rows.filter((row) => row?.type === 'tool' && row.call.kind === 'run')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div className={styles.terminal} tabIndex={0}>
      {commands.map((row) =>
        row?.type === 'tool' ? (
          <Terminal
            key={row.row}
            text={`$ ${row.call.target ?? row.call.tool}\n${toolOutput(row)}`}
            omitted={row.output.omitted}
            label={`Output of ${row.call.target ?? row.call.tool}`}
            hasScroll={false}
            className={styles.command}
          />
        ) : null,
      )}
    </div>
  )
}
