import type { EventBody } from '../../../shared'
import { useKept } from '../context'
import { CheckedOutput } from '../text/checked-output'
import { Terminal } from '../text/terminal'
import { ChangeDiff } from './change-diff'
import { Invocation } from './invocation'
import { KeptRecord } from './kept-record'
import styles from './rows.module.css'
import { ToolImages } from './tool-images'

const outputTail = 12

/** Kinds whose detail is more than text. */
export function hasOwnDetail({ type }: EventBody): boolean {
  return type === 'process.started' || type === 'transcript.kept'
}

/** What a fact carries besides its words. `isOpen`: its detail was asked for. */
export function EventBelow({
  body,
  row,
  isOpen,
}: {
  readonly body: EventBody
  readonly row: number
  readonly isOpen: boolean
}) {
  const [isWhole, setWhole] = useKept(`${row} output`)
  switch (body.type) {
    case 'process.output':
      return (
        <Terminal
          text={body.text}
          tail={outputTail}
          isOpen={isWhole}
          onOpen={setWhole}
          className={styles.below}
        />
      )
    case 'process.started':
      return isOpen ? <Invocation started={body} /> : null
    case 'transcript.kept':
      return isOpen ? <KeptRecord hash={body.hash} path={body.path} /> : null
    case 'output.checked':
      return <CheckedOutput check={body} className={styles.below} />
    case 'tool.image':
      return <ToolImages images={[body]} />
    case 'file.changed':
      return <ChangeDiff change={body} />
    default:
      return null
  }
}
