import { Check, Minus } from 'lucide-react'
import type { Level } from '../../../shared'
import { isSandboxed, unforcedWords } from '../../level'
import { ableWords, notAbleWords, scopeWords } from '../../lib/consent-words'
import { Panel, useNow } from '../../ui'
import styles from './composer.module.css'
import type { Composed } from './request'

export type ComposerSummaryProps = {
  readonly composed: Composed
  /** How the run would be held; null: not known, or by nothing. */
  readonly level: Level | null
}

/** What the run as it is composed will be able to do, and how that is held. */
export function ComposerSummary({ composed, level }: ComposerSummaryProps) {
  const now = useNow()
  const { consent, runtime } = composed
  const on = composed.capabilities.filter((choice) => choice.on).map(({ capability }) => capability)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low window it scrolls, also by keyboard
    <aside className={styles.summary} aria-label="What this run may do" tabIndex={0}>
      {consent !== null && runtime !== null && !composed.isCovered && (
        <Panel kind="section" title={`${runtime.title} may do nothing here yet`}>
          <p>Your consent does not name it. Change the consent to let it work on a copy of this project.</p>
        </Panel>
      )}
      {consent !== null && runtime !== null && composed.isCovered && (
        <>
          <Panel kind="section" title={`${runtime.title} will be able to`}>
            <MayList words={ableWords(on, null, null, consent.hosts ?? [])} may />
          </Panel>
          <Panel kind="section" title="It will not be able to">
            <MayList words={notAbleWords(on)} may={false} />
            {level !== null && !isSandboxed(level) && <p className="dim">{unforcedWords}</p>}
          </Panel>
          <Panel kind="section" title="Your consent">
            <p>Granted {scopeWords(consent.scope, now)}</p>
            {consent.scope.type === 'once' && <p className="dim">Starting this run uses it up.</p>}
          </Panel>
        </>
      )}
    </aside>
  )
}

/** Lines with a tick or a dash; the heading above says which. */
export function MayList({ words, may }: { readonly words: readonly string[]; readonly may: boolean }) {
  return (
    <ul className={styles.may}>
      {words.map((each) => (
        <li key={each}>
          {may ? <Check size={14} aria-hidden /> : <Minus size={14} aria-hidden />}
          {each}
        </li>
      ))}
    </ul>
  )
}
