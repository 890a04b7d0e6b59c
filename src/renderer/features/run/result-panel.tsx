import type { SessionView } from '../../../shared'
import { useCall } from '../../lib/use-call'
import { CheckedOutput } from '../../timeline'
import { Chip, ErrorState, Loading, Panel } from '../../ui'

/** The structured result of a session that was asked for one: its value, or what is wrong with it. */
export function ResultPanel({ view }: { readonly view: SessionView }) {
  if (view.outputSchema === null) return null
  return (
    <Panel kind="section" title="Result" actions={<Verdict view={view} />}>
      {view.outputValid === null ? (
        <p className="faint">
          {view.status === 'running'
            ? 'The final message is checked against the schema when it comes.'
            : 'There was no final message to check against the schema.'}
        </p>
      ) : (
        // Asked for anew with each check: a correction brings another.
        <Checked key={`${view.attempts} ${view.outputValid} ${view.status}`} view={view} />
      )}
    </Panel>
  )
}

function Verdict({ view: { outputValid } }: { readonly view: SessionView }) {
  if (outputValid === null) return null
  return outputValid ? (
    <Chip tone="ok">meets the schema</Chip>
  ) : (
    <Chip tone="bad">does not meet the schema</Chip>
  )
}

function Checked({ view }: { readonly view: SessionView }) {
  const output = useCall('sessions.output', { sessionId: view.id })
  if (output.state === 'failed')
    return <ErrorState inline title="The result can’t be read" error={output.error} onRetry={output.reload} />
  if (output.state === 'loading' && output.value === null)
    return <Loading label="Reading the result" rows={4} />
  if (output.value === null) return <p className="faint">No check is on record.</p>
  return <CheckedOutput check={output.value} />
}
