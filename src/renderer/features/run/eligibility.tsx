import { Check, CircleSlash, Play } from 'lucide-react'
import type { Eligibility, RunRequest, RuntimeInfo } from '../../../shared'
import { nextAction } from '../../lib/next-action'
import { capitalised } from '../../lib/status-words'
import { useCall } from '../../lib/use-call'
import { Disclosure, ErrorState, Loading } from '../../ui'
import styles from './eligibility.module.css'

export type EligibilityListProps = {
  /** What would be asked if no agent was named; null: nothing can be asked yet. */
  readonly request: RunRequest | null
  readonly runtimes: readonly RuntimeInfo[]
}

/** Which agents could take this run, in the order in which they are tried, and why not the others. */
export function EligibilityList({ request, runtimes }: EligibilityListProps) {
  const found = useCall('runtimes.eligible', request, ['runtimes', 'projects', 'settings'])
  const titleOf = (name: string) => runtimes.find((runtime) => runtime.name === name)?.title ?? name
  if (request === null) return null
  const { value } = found
  const chosen = value?.find((each) => each.chosen)
  return (
    <Disclosure summary={summaryOf(chosen === undefined ? null : titleOf(chosen.runtime), value)}>
      {found.state === 'failed' && <ErrorState inline error={found.error} onRetry={found.reload} />}
      {found.state === 'loading' && value === null && (
        <Loading label="Asking which agents could run" rows={2} />
      )}
      <ol className={styles.list}>
        {value?.map((each) => (
          <li key={each.runtime}>
            <Mark of={each} />
            <span>
              <b>
                {titleOf(each.runtime)}
                {each.error !== null && ':'}
              </b>{' '}
              <span className="dim">{wordsOf(each)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

function summaryOf(chosen: string | null, value: readonly Eligibility[] | null): string {
  if (value === null) return 'Which agents could take this run'
  return chosen === null
    ? 'No agent could take this run as it is: why not'
    : `Which agents could take this run (${chosen}, were none chosen)`
}

function wordsOf({ chosen, error }: Eligibility): string {
  if (error === null) return chosen ? 'would be taken, were none chosen.' : 'could run it, too.'
  const hint = nextAction('unavailable', error)?.hint
  // Nothing is being started here.
  const reason = capitalised(error.message.replace(/^Not started: /, ''))
  return hint == null ? reason : `${reason} ${hint}`
}

function Mark({ of: { chosen, error } }: { readonly of: Eligibility }) {
  if (error !== null) return <CircleSlash size={13} aria-label="can’t:" className={styles.no} />
  if (chosen) return <Play size={13} aria-label="taken first:" className={styles.yes} />
  return <Check size={13} aria-label="can:" className={styles.yes} />
}
