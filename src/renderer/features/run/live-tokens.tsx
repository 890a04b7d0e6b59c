import type { SessionView } from '../../../shared'
import { costWords, totalTokens } from '../../lib/cost'
import { formatCount, formatTokens, plural } from '../../lib/format'
import { Chip, Panel } from '../../ui'
import styles from './live-side.module.css'

/** What the run took: tokens by kind, the cost with who says so, the model, and what went otherwise than planned. */
export function LiveTokens({ view }: { readonly view: SessionView }) {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, reasoningTokens } = view.usage
  const isRehearsal = view.runtime === 'rehearsal'
  const total = totalTokens(view)
  const parts = [
    `in ${formatTokens(inputTokens)}`,
    cacheReadTokens > 0 && `from the cache ${formatTokens(cacheReadTokens)}`,
    cacheWriteTokens > 0 && `written to the cache ${formatTokens(cacheWriteTokens)}`,
    `out ${formatTokens(outputTokens)}`,
    reasoningTokens > 0 && `of it thinking ${formatTokens(reasoningTokens)}`,
  ].filter((part) => part !== false)
  return (
    <Panel kind="section" title="Tokens and cost">
      <div className={styles.tokens}>
        <span className="dim">
          {total === 0 ? (isRehearsal ? 'None' : 'None reported') : parts.join(' · ')}
        </span>
        {(total > 0 || (view.usage.costUsd ?? 0) > 0) && <Cost view={view} />}
      </div>
      <Facts view={view} />
      {!isRehearsal && total > 0 && view.usage.costUsd === null && (
        <p className={styles.aside}>{noCostWords(view)}</p>
      )}
      {isRehearsal && view.usage.costUsd === null && (
        <p className={styles.aside}>
          {total === 0
            ? 'No model was asked.'
            : 'No model was asked: these are estimates of what such texts would take.'}
        </p>
      )}
    </Panel>
  )
}

/** Why there is no cost where there are tokens. */
function noCostWords({ model, runtimeTitle, status }: SessionView): string {
  if (status === 'running') return `${runtimeTitle} has named no cost so far.`
  return `No cost: ${runtimeTitle} names none, and no price of ${model ?? 'its model'} is known. Add one in Settings, under Prices for estimates.`
}

function Cost({ view }: { readonly view: SessionView }) {
  const words = costWords(view.usage.costUsd, view.costSource)
  if (words === null) return null
  return (
    <span className={styles.cost} title={words.title}>
      <b>{words.text}</b>
      {words.label !== null && <Chip>{words.label}</Chip>}
    </span>
  )
}

function Facts({ view }: { readonly view: SessionView }) {
  const { model, attempts, denials, unknownLines } = view
  const facts = [
    model !== null && `Model ${model}`,
    attempts > 1 && plural(attempts, 'attempt'),
    denials > 0 && `${plural(denials, 'tool call')} refused by the agent’s own permissions`,
    unknownLines > 0 && `${formatCount(unknownLines)} unknown ${unknownLines === 1 ? 'line' : 'lines'}, kept`,
  ].filter((fact) => fact !== false)
  if (facts.length === 0) return null
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
