import { useId } from 'react'
import { TextArea } from '../ui'
import { readHosts } from './host-rules'
import styles from './hosts-field.module.css'

export type HostsFieldProps = {
  readonly text: string
  /** Nothing holds the list at the level of this machine. */
  readonly isUnheld: boolean
  readonly onChange: (text: string) => void
}

/** The hosts that may be reached, one to a line; what can't be one is said line by line. */
export function HostsField({ text, isUnheld, onChange }: HostsFieldProps) {
  const { hosts, problems } = readHosts(text)
  const id = useId()
  const isEmpty = hosts.length === 0 && problems.length === 0
  return (
    <div className={styles.field}>
      <TextArea
        label="Hosts that may be reached, one to a line"
        className="mono"
        rows={Math.min(8, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        autoComplete="off"
        placeholder={'packages.example.org\n*.example.org\napi.example.org:8443'}
        value={text}
        aria-describedby={id}
        aria-invalid={problems.length > 0 || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={id} className={styles.below} aria-live="polite">
        {problems.map(({ line, text: problem }) => (
          <p key={line} className={styles.problem}>
            <b>Line {line}:</b> {problem}
          </p>
        ))}
        {isEmpty && <p>List at least one, or switch this off.</p>}
        {isUnheld ? (
          <p className={styles.warning}>Without a sandbox nothing holds it to this list.</p>
        ) : (
          problems.length === 0 && !isEmpty && <p>Without a port, 443 is meant. Nothing else is reached.</p>
        )}
      </div>
    </div>
  )
}
