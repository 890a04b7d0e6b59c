import { Braces } from 'lucide-react'
import { autoRunOf } from '../../lib/auto-run'
import { AutoRunChip } from '../../ui/auto-run'
import { Chip } from '../../ui/chip'
import { ToolIcon } from '../../ui/tool-icon'
import { useKept } from '../context'
import { stripAnsi } from '../text/ansi'
import { JsonTree } from '../text/json-tree'
import { Terminal } from '../text/terminal'
import { type ToolRow as ToolRowData, toolOutput, toolRowWords } from '../words/tool-words'
import { ChangeDiff } from './change-diff'
import { RowFrame } from './row-frame'
import styles from './rows.module.css'
import { ToolImages } from './tool-images'

const outputTail = 12
const shownChanges = 3

/** A tool call: what it did to what, how it went, what it wrote and what it changed. */
export function ToolRow({ row }: { readonly row: ToolRowData }) {
  const { verb, target, chip, note } = toolRowWords(row)
  const [isInputOpen, setInputOpen] = useKept(`${row.row} input`)
  const [isAsked, setAsked] = useKept(`${row.row} shown`)
  const [isWhole, setWhole] = useKept(`${row.row} output`)
  const hasInput = typeof row.call.input === 'object' && row.call.input !== null
  const text = toolOutput(row)
  const isShown = isAsked || isEvidence(row)
  const place = row.changes.map(autoRunOf).find((each) => each !== null) ?? null
  return (
    <RowFrame at={row.at} icon={<ToolIcon kind={row.call.kind} />} parentCallId={row.call.parentCallId}>
      <div className={styles.line}>
        <b>{stripAnsi(verb)}</b>
        {target !== null && <code className={styles.target}>{target}</code>}
        {chip !== null && <Chip tone={chip.tone}>{chip.text}</Chip>}
        {place !== null && <AutoRunChip place={place} />}
        {note !== null && <span className={styles.note}>{note}</span>}
        {text !== '' && !isEvidence(row) && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isShown}
            onClick={() => setAsked(!isAsked)}
          >
            {isShown ? 'hide' : 'output'}
          </button>
        )}
        {hasInput && (
          <button
            type="button"
            className={styles.inputToggle}
            aria-expanded={isInputOpen}
            aria-label={`Arguments of ${verb} ${target ?? ''}`}
            title="Arguments"
            onClick={() => setInputOpen(!isInputOpen)}
          >
            <Braces size={13} aria-hidden />
          </button>
        )}
      </div>
      {isInputOpen && <JsonTree value={row.call.input} label={`Arguments of ${verb}`} />}
      {text !== '' && isShown && (
        <Terminal
          text={text}
          omitted={row.output.omitted}
          tail={outputTail}
          isOpen={isWhole}
          onOpen={setWhole}
          label={`Output of ${row.call.target ?? row.call.tool}`}
          className={styles.below}
        />
      )}
      {row.images.length > 0 && <ToolImages images={row.images} />}
      {row.changes.slice(0, shownChanges).map((change) => (
        <ChangeDiff
          key={`${change.path} ${change.frame}`}
          change={change}
          withPath={row.changes.length > 1}
        />
      ))}
      {row.changes.length > shownChanges && (
        <p className="faint">
          {row.changes.length - shownChanges} more files changed; replay shows them all.
        </p>
      )}
    </RowFrame>
  )
}

/** Output is evidence where a command ran or something failed; what was read or edited shows in its own way. */
function isEvidence({ call, result }: ToolRowData): boolean {
  return call.kind === 'run' || call.kind === 'other' || result?.failed === true
}
