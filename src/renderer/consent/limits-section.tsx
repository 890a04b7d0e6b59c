import { type Level, type LimitName, limitWords } from '../../shared'
import { isLimitHeld, isSandboxed } from '../level'
import { Disclosure, TextField } from '../ui'
import { type LimitField, type LimitTexts, limitFields, limitProblem } from './limit-fields'
import styles from './limits-section.module.css'

export type LimitsSectionProps = {
  /** At what level a run would be held; null: that is not known yet, or it would not start. */
  readonly level: Level | null
  readonly texts: LimitTexts
  /** What this repository needs at least, in the limit's own unit. */
  readonly floors: Partial<Record<LimitName, number>>
  readonly onChange: (texts: LimitTexts) => void
}

/** The ceilings of one run, folded: the first few in words, each to be changed beneath. */
export function LimitsSection({ level, texts, floors, onChange }: LimitsSectionProps) {
  const problems = limitFields.filter(
    (field) => limitProblem(field, texts[field.name], floors[field.name]) !== null,
  )
  const isHeld = ({ name }: LimitField) => level === null || isLimitHeld(level, name)
  const field = (each: LimitField) => (
    <TextField
      key={each.name}
      label={limitWords[each.name]}
      unit={each.unit}
      inputMode="decimal"
      className={styles.number}
      value={texts[each.name]}
      error={limitProblem(each, texts[each.name], floors[each.name])}
      onChange={(event) => onChange({ ...texts, [each.name]: event.target.value })}
    />
  )
  const notHeld = limitFields.filter((each) => !isHeld(each))
  return (
    <Disclosure
      className={styles.section}
      summary={
        <span className={styles.summary}>
          <span className={styles.name}>Limits of one run</span>
          {problems.length === 0 ? (
            <span>
              {texts.wallTimeMs} minutes, {texts.outputBytes} MB of output, {texts.changedFiles} changed files
            </span>
          ) : (
            <span className={styles.problem}>
              {problems.map(({ name }) => limitWords[name]).join(', ')}: to be corrected below
            </span>
          )}
        </span>
      }
    >
      <div className={styles.grid}>{limitFields.filter(isHeld).map(field)}</div>
      {notHeld.length > 0 && (
        <>
          <h3 className={styles.head}>
            {level !== null && isSandboxed(level)
              ? 'Recorded, not held at this level'
              : 'Recorded, not held: no sandbox'}
          </h3>
          <div className={styles.grid}>{notHeld.map(field)}</div>
        </>
      )}
    </Disclosure>
  )
}
