import type { RuntimeInfo } from '../../../shared'
import { ChoiceCards, TextField } from '../../ui'
import styles from './composer.module.css'
import { anyScenario } from './runtime-choice'

export type ModelChoiceProps = {
  readonly runtime: RuntimeInfo
  /** As it was chosen or typed; null: the runtime's own choice. */
  readonly wanted: string | null
  /** As it will be sent. */
  readonly variant: string | null
  /** Another model was chosen, its name is still to be typed. */
  readonly isMissing: boolean
  /** The project is the sample repository, which the scenarios were written for. */
  readonly isSample: boolean
  readonly onChange: (variant: string | null) => void
}

/** Not the name of any model. */
const own = ' own'
const other = ' other'

/** The model of a run: one of those that are known, any other by its name, or the program's own choice. */
export function ModelChoice({ runtime, wanted, variant, isMissing, isSample, onChange }: ModelChoiceProps) {
  const { title, variants, anyVariant } = runtime
  if (variants.length === 0 && !anyVariant) return null
  const listed = variants.map(({ id, title: name, description }) => ({
    value: id,
    title: name,
    note: null,
    text: description,
    problem: null,
  }))
  if (!anyVariant)
    return (
      <ChoiceCards
        label={runtime.name === 'rehearsal' ? 'Scenario' : 'Model'}
        value={variant}
        options={
          runtime.name !== 'rehearsal' || isSample
            ? listed
            : listed.map((each) =>
                each.value === anyScenario
                  ? each
                  : { ...each, state: 'Written for the sample repository: on this one it surveys instead.' },
              )
        }
        onChange={onChange}
      />
    )
  const isOther = wanted !== null && !variants.some(({ id }) => id === wanted)
  return (
    <div className={styles.model}>
      <ChoiceCards
        label="Model"
        isDense
        value={isOther ? other : (wanted ?? own)}
        options={[
          {
            value: own,
            title: 'Its own choice',
            note: null,
            text: `The model that ${title} takes by itself.`,
            problem: null,
          },
          ...listed,
          { value: other, title: 'Another model', note: null, text: 'By its name.', problem: null },
        ]}
        onChange={(value) => onChange(value === own ? null : value === other ? '' : value)}
      />
      {isOther && (
        <TextField
          label="Name of the model"
          spellCheck={false}
          autoComplete="off"
          autoFocus
          className="mono"
          value={wanted}
          hint={
            isMissing
              ? `Type its name, as the provider of ${title} calls it.`
              : `As the provider of ${title} calls it.`
          }
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
