import { capabilityWords, type ProjectView } from '../../../shared'
import { Button, Switch } from '../../ui'
import { openConsent } from './again'
import styles from './composer.module.css'
import type { Draft } from './draft'
import type { Composed } from './request'

export type CapabilitySwitchesProps = {
  readonly draft: Draft
  readonly composed: Composed
  readonly project: ProjectView
  readonly onChange: (patch: Partial<Draft>) => void
}

/** The powers of this run: each says what it allows, or why it can't be changed here. */
export function CapabilitySwitches({ draft, composed, project, onChange }: CapabilitySwitchesProps) {
  const { consent, capabilities } = composed
  if (consent === null || !composed.isCovered || capabilities.length === 0) return null
  const isSomeMissing = capabilities.some(({ capability }) => !consent.capabilities.includes(capability))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span className={styles.legendLine}>
          Capabilities, within your consent
          {isSomeMissing && (
            <Button
              size="small"
              variant="ghost"
              onClick={() => void openConsent(project.id, composed.runtime?.name ?? null)}
            >
              Change consent…
            </Button>
          )}
        </span>
      </legend>
      <div className={styles.powers}>
        {capabilities.map(({ capability, on, locked, text }) => (
          <Switch
            key={capability}
            label={capabilityWords[capability].title}
            description={text}
            checked={on}
            locked={locked}
            onChange={(next) =>
              onChange({
                without: next
                  ? draft.without.filter((each) => each !== capability)
                  : [...draft.without, capability],
              })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
