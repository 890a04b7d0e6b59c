import { Check, LoaderCircle, Minus, ShieldX } from 'lucide-react'
import type { Capability, GloveboxError, Level, LevelPreview } from '../../shared'
import { isSandboxed, LevelList, LevelTitle, noLevelWords, unforcedWords } from '../level'
import { ableWords, listWords, notAbleWords } from '../lib/consent-words'
import styles from './effect-column.module.css'
import type { PageCall } from './use-page-call'

export type EffectColumnProps = {
  readonly who: readonly string[]
  /** Those of several that ask a model (lib/consent-words.ts). */
  readonly askers: readonly string[] | null
  readonly granted: readonly Capability[]
  /** How many files would be copied; null until it is known. */
  readonly files: number | null
  /** What other hosts would be reached. */
  readonly hosts: readonly string[]
  /** What a run would be held by; measuring that takes a moment. */
  readonly measured: PageCall<LevelPreview>
}

/** What the switches come to, in words, and how far it is held on this machine. Moves with them. */
export function EffectColumn(props: EffectColumnProps) {
  const { who, askers, granted, files, hosts, measured } = props
  const notAble = notAbleWords(granted)
  return (
    <aside className={styles.column} aria-label="What this grants">
      <h2 className={styles.title}>{who.length === 0 ? 'No agent' : listWords(who)} will be able to</h2>
      <ul aria-live="polite">
        {ableWords(granted, files, askers, hosts).map((line) => (
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
      <section>
        <h2 className={styles.title}>On this machine</h2>
        <Measured measured={measured} withheld={notAble.length > 0} />
      </section>
    </aside>
  )
}

type MeasuredProps = { readonly measured: PageCall<LevelPreview>; readonly withheld: boolean }

function Measured({ measured, withheld }: MeasuredProps) {
  if (measured.state === 'loading')
    return (
      <p className={styles.none} role="status">
        <LoaderCircle size={14} aria-hidden />
        <span>Trying what can hold a run here. You need not wait: a run starts only once that is known.</span>
      </p>
    )
  if (measured.state === 'failed') return <NoLevel error={measured.error} />
  const { level, asks, error } = measured.value
  return level === null ? <NoLevel error={error} /> : <LevelEvidence {...{ level, asks, withheld }} />
}

type LevelEvidenceProps = { readonly level: Level; readonly asks: boolean; readonly withheld: boolean }

function LevelEvidence({ level, asks, withheld }: LevelEvidenceProps) {
  return (
    <>
      <LevelTitle level={level} />
      {asks && <p className={styles.note}>Each run asks you once more before it starts.</p>}
      {withheld && !isSandboxed(level) && <p className={styles.note}>{unforcedWords}</p>}
      <div className={styles.evidence}>
        <LevelList level={level} />
      </div>
    </>
  )
}

/** A consent can be given all the same: it waits for a sandbox. */
function NoLevel({ error }: { readonly error: GloveboxError | null }) {
  return (
    <p className={styles.none}>
      <ShieldX size={14} aria-hidden className={styles.warn} />
      <span>A run would not start: {noLevelWords(error)} You can grant now and mend that later.</span>
    </p>
  )
}
