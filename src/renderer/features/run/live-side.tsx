import { type LimitName, limitWords, type SessionView, sandboxLimits } from '../../../shared'
import { NetworkPanel } from '../../contacts'
import { isLimitHeld, LevelPanel } from '../../level'
import { ableWords } from '../../lib/consent-words'
import { formatBytesOf, formatClockOf, formatCountOf } from '../../lib/format'
import { limitValue } from '../../timeline'
import { Gauge, Panel } from '../../ui'
import { MayList } from './composer-summary'
import { LiveChanges } from './live-changes'
import styles from './live-side.module.css'
import { LiveTokens } from './live-tokens'
import { ResultPanel } from './result-panel'
import { useElapsed } from './use-elapsed'

/** Beside the timeline: limits used, files changed, tokens, and how the run is held. */
export function LiveSide({
  view,
  onRow,
}: {
  readonly view: SessionView
  readonly onRow: (row: number) => void
}) {
  return (
    <aside className={styles.side} aria-label="About this run">
      <ResultPanel view={view} />
      <Limits view={view} />
      <LiveChanges view={view} onRow={onRow} />
      <NetworkPanel view={view} />
      <LiveTokens view={view} />
      {isRefused(view) && (
        <Panel kind="section" title="It was not started">
          <p>{refusedWords(view)}</p>
        </Panel>
      )}
      {view.status !== 'running' && !isRefused(view) && (
        <Panel kind="section" title="It was able to">
          <MayList words={ableWords(view.capabilities, view.inventory?.files ?? null)} may />
        </Panel>
      )}
      <LevelPanel level={view.level} />
    </aside>
  )
}

/** Whether it was turned down before anything of it ran. */
const isRefused = ({ status }: SessionView): boolean => status === 'denied' || status === 'unavailable'

const refusedWords = ({ status, error }: SessionView): string =>
  error?.code === 'sandbox.not_consented'
    ? 'You declined to run it without a sandbox. It could do nothing.'
    : status === 'denied'
      ? 'Your consent did not cover it. It could do nothing.'
      : 'The agent could not be used. It could do nothing.'

type UsedLimit = {
  readonly name: LimitName
  readonly label: string
  readonly value: number
  readonly format: (value: number, ceiling: number) => string
}

/** Only limits that are held at this level: a gauge of one that isn't would promise too much. */
function Limits({ view }: { readonly view: SessionView }) {
  const elapsed = useElapsed(view.startedAt, view.endedAt)
  // What was recorded of a refusal is nothing that a run used up.
  const spent = (value: number) => (isRefused(view) ? 0 : value)
  const used: readonly UsedLimit[] = [
    { name: 'wallTimeMs', label: 'Time', value: elapsed, format: formatClockOf },
    { name: 'outputBytes', label: 'Output', value: view.outputBytes, format: formatBytesOf },
    { name: 'events', label: 'Events', value: view.lastSeq, format: formatCountOf },
    { name: 'changedFiles', label: 'Files changed', value: view.changedFiles, format: formatCountOf },
  ]
  return (
    <Panel kind="section" title="Limits">
      {used.map(({ name, label, value, format }) => (
        <Gauge key={name} label={label} value={spent(value)} ceiling={view.limits[name]} format={format} />
      ))}
      <BoxLimits view={view} />
    </Panel>
  )
}

/** What the sandbox limits: how much of it was used is not measured, so that there is a ceiling and no gauge. */
function BoxLimits({ view: { level, limits } }: { readonly view: SessionView }) {
  const held = sandboxLimits.filter((name) => isLimitHeld(level, name))
  if (held.length === 0) return null
  return (
    <dl className={styles.ceilings}>
      {held.map((name) => (
        <div key={name}>
          <dt>{limitWords[name]}</dt>
          <dd>at most {limitValue(name, limits[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
