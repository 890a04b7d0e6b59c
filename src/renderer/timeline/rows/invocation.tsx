import { Copy } from 'lucide-react'
import type { EventOf } from '../../../shared'
import { formatBytes, formatCount } from '../../lib/format'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { commandLine, invocationText } from '../words/process-words'
import styles from './rows.module.css'

/** The exact invocation: program, arguments one to a line, folder, input, and the names of what it was given. */
export function Invocation({ started }: { readonly started: EventOf<'process.started'> }) {
  const { executable, args, folder, inputBytes, environment } = started
  return (
    <div className={styles.invocation}>
      <dl>
        <dt>Program</dt>
        <dd>{executable}</dd>
        <dt>Arguments</dt>
        <dd>
          {args.length === 0
            ? 'none'
            : args.map((arg, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same argument may come twice
                <div key={index}>{arg === '' ? '""' : arg}</div>
              ))}
        </dd>
        {folder !== undefined && (
          <>
            <dt>Folder</dt>
            <dd>{folder}</dd>
          </>
        )}
        {inputBytes !== undefined && (
          <>
            <dt>Standard input</dt>
            <dd>{inputBytes === 0 ? 'none' : `${formatBytes(inputBytes)}, the prompt`}</dd>
          </>
        )}
        <dt>Environment</dt>
        <dd>
          {environment.length === 0
            ? 'nothing was passed on'
            : `${environment.join(', ')} (${formatCount(environment.length)}; values are not recorded)`}
        </dd>
      </dl>
      <div className={styles.buttons}>
        <Button size="small" icon={Copy} onClick={() => copyText(commandLine(started))}>
          Copy command
        </Button>
        <Button size="small" variant="ghost" onClick={() => copyText(invocationText(started))}>
          Copy all of it
        </Button>
      </div>
    </div>
  )
}
