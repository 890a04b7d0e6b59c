import { ShieldAlert } from 'lucide-react'
import type { ProjectId } from '../../../shared'
import { capabilityWords } from '../../../shared'
import { go } from '../../lib/navigation'
import { Button, Switch, TextArea } from '../../ui'
import { openConsent } from './again'
import { ChoiceCards } from './choice-cards'
import styles from './composer.module.css'
import type { Draft } from './draft'
import { LimitFields } from './limit-fields-view'
import type { Composed, Obstacle } from './request'

export type ComposerFormProps = {
  readonly draft: Draft
  readonly composed: Composed
  readonly projectId: ProjectId
  readonly onChange: (patch: Partial<Draft>) => void
}

/** What is asked, of whom, with which powers and limits. */
export function ComposerForm({ draft, composed, projectId, onChange }: ComposerFormProps) {
  const { runtime, capabilities, consent } = composed
  return (
    <>
      {composed.obstacle !== null && <ObstacleNote obstacle={composed.obstacle} projectId={projectId} />}
      <TextArea
        label="What shall the agent do?"
        placeholder="Say what is wrong or what you want, and how you would know that it is done."
        rows={5}
        className={styles.prompt}
        value={draft.prompt}
        error={composed.promptError}
        onChange={(event) => onChange({ prompt: event.target.value })}
      />
      <ChoiceCards
        label="Runtime"
        value={runtime?.name ?? null}
        options={composed.runtimes.map(({ info, unavailable }) => ({
          value: info.name,
          title: info.title,
          note: info.version,
          text: info.description,
          problem: unavailable,
        }))}
        onChange={(name) =>
          onChange({
            runtime: composed.runtimes.find(({ info }) => info.name === name)?.info.name ?? null,
            variant: null,
          })
        }
      />
      {runtime !== null && runtime.variants.length > 0 && (
        <ChoiceCards
          label={runtime.name === 'rehearsal' ? 'Scenario' : 'Model'}
          value={composed.variant}
          options={runtime.variants.map(({ id, title, description }) => ({
            value: id,
            title,
            note: null,
            text: description,
            problem: null,
          }))}
          onChange={(variant) => onChange({ variant })}
        />
      )}
      {consent !== null && capabilities.length > 0 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Capabilities, within your consent</legend>
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
      )}
      {composed.ceiling !== null && (
        <LimitFields draft={draft} composed={composed} ceiling={composed.ceiling} onChange={onChange} />
      )}
    </>
  )
}

function ObstacleNote({
  obstacle,
  projectId,
}: {
  readonly obstacle: Obstacle
  readonly projectId: ProjectId
}) {
  const { way } = obstacle
  const take = (): void => {
    if (way?.type === 'consent') void openConsent(projectId)
    else if (way !== null) go({ view: way.type })
  }
  return (
    <div className={styles.obstacle} role="status">
      <ShieldAlert size={16} aria-hidden />
      <div className={styles.obstacleWords}>
        <h2>{obstacle.title}</h2>
        <p className="dim">{obstacle.text}</p>
      </div>
      {way !== null && (
        <Button variant={way.type === 'consent' ? 'go' : 'plain'} onClick={take}>
          {way.label}
        </Button>
      )}
    </div>
  )
}
