import { Copy } from 'lucide-react'
import type { EventOf } from '../../../shared'
import { formatBytes, formatCount, plural } from '../../lib/format'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { Disclosure } from '../../ui/disclosure'
import { commandLine, invocationText, wrapperLine } from '../words/process-words'
import styles from './rows.module.css'

/** The exact invocation: program, arguments one to a line, folder, input, and the names of what it was given. */
export function Invocation({ started }: { readonly started: EventOf<'process.started'> }) {
  const { executable, args, wrapper = [], folder, inputBytes, environment } = started
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
        {wrapper.length > 0 && (
          <>
            <dt>Held by</dt>
            <dd>
              <Disclosure
                summary={`${wrapper[0] ?? ''} with ${plural(wrapper.length - 1, 'argument')}`}
                className={styles.wrapper}
              >
                <pre data-selectable>{wrapperText(wrapper)}</pre>
                <Button size="small" icon={Copy} onClick={() => copyText(wrapperLine(wrapper))}>
                  Copy
                </Button>
              </Disclosure>
            </dd>
          </>
        )}
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

/** Options on lines of their own, with what belongs to them: a long command is read from the top. */
function wrapperText([program = '', ...args]: readonly string[]): string {
  return args.reduce(
    (text, arg) => `${text}${arg.startsWith('-') ? '\n' : ' '}${arg === '' ? '""' : arg}`,
    program,
  )
}
