import { Check, Minus, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { Capability, Level } from '../../shared'
import { ableWords, listWords, notAbleWords } from '../lib/consent-words'
import { Chip } from '../ui'
import styles from './effect-column.module.css'

export type EffectColumnProps = {
  readonly who: readonly string[]
  /** Those of several that ask a model (lib/consent-words.ts). */
  readonly askers: readonly string[] | null
  readonly granted: readonly Capability[]
  /** How many files would be copied; null until it is known. */
  readonly files: number | null
  readonly level: Level
}

/** What the switches come to, in words, and how far it is held on this machine. Moves with them. */
export function EffectColumn({ who, askers, granted, files, level }: EffectColumnProps) {
  const notAble = notAbleWords(granted)
  return (
    <aside className={styles.column} aria-label="What this grants">
      <h2 className={styles.title}>{who.length === 0 ? 'No agent' : listWords(who)} will be able to</h2>
      <ul aria-live="polite">
        {ableWords(granted, files, askers).map((line) => (
          <li key={line}>
            <Check size={14} aria-hidden className={styles.ok} />
            {line}
          </li>
        ))}
      </ul>
      {notAble.length > 0 && (
        <>
          <h2 className={styles.title}>{who.length > 1 ? 'They' : 'It'} will not be able to</h2>
          <ul>
            {notAble.map((line) => (
              <li key={line} className={styles.not}>
                <Minus size={14} aria-hidden />
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
      <LevelEvidence level={level} withheld={notAble.length > 0} />
    </aside>
  )
}

function LevelEvidence({ level, withheld }: { readonly level: Level; readonly withheld: boolean }) {
  return (
    <section>
      <h2 className={styles.title}>On this machine</h2>
      <Chip tone="warn" icon={ShieldAlert}>
        {level.title}
      </Chip>
      {withheld && (
        <p className={styles.note}>
          What is withheld above is held by the agent’s own rules: no sandbox forces it here.
        </p>
      )}
      <ul className={styles.evidence}>
        {level.held.map((line) => (
          <li key={line}>
            <Check size={14} aria-label="Held:" className={styles.ok} />
            {line}
          </li>
        ))}
        {level.notHeld.map((line) => (
          <li key={line}>
            <TriangleAlert size={14} aria-label="Not held:" className={styles.warn} />
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
