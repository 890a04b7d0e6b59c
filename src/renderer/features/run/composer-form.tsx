import type { Level, ProjectView } from '../../../shared'
import { TextArea } from '../../ui'
import { openConsent } from './again'
import { AgentChoice } from './agent-choice'
import { CapabilitySwitches } from './capability-switches'
import styles from './composer.module.css'
import type { Draft } from './draft'
import { LimitFields } from './limit-fields-view'
import { ModelChoice } from './model-choice'
import { ObstacleNote } from './obstacle-note'
import type { Composed } from './request'
import { SchemaEditor } from './schema/schema-editor'
import type { SchemaCheck } from './schema/use-schema-check'

export type ComposerFormProps = {
  readonly draft: Draft
  readonly composed: Composed
  readonly check: SchemaCheck
  readonly project: ProjectView
  readonly isSample: boolean
  /** How the run would be held; null: not known, or by nothing. */
  readonly level: Level | null
  readonly onChange: (patch: Partial<Draft>) => void
}

/** What is asked, of whom, with which powers and limits, and in which form the answer has to come. */
export function ComposerForm(props: ComposerFormProps) {
  const { draft, composed, check, project, isSample, level, onChange } = props
  const { runtime } = composed
  return (
    <>
      {composed.obstacle !== null && (
        <ObstacleNote obstacle={composed.obstacle} projectId={project.id} runtime={runtime?.name ?? null} />
      )}
      <TextArea
        label="What shall the agent do?"
        placeholder="Say what is wrong or what you want, and how you would know that it is done."
        rows={5}
        className={styles.prompt}
        value={draft.prompt}
        error={composed.promptError}
        onChange={(event) => onChange({ prompt: event.target.value })}
      />
      <AgentChoice draft={draft} composed={composed} project={project} onChange={onChange} />
      {runtime !== null && (
        <ModelChoice
          key={runtime.name}
          runtime={runtime}
          wanted={draft.variant}
          variant={composed.variant}
          isMissing={composed.isVariantMissing}
          isSample={isSample}
          onChange={(variant) => onChange({ variant })}
        />
      )}
      <CapabilitySwitches draft={draft} composed={composed} project={project} onChange={onChange} />
      {composed.ceiling !== null && (
        <LimitFields
          draft={draft}
          composed={composed}
          ceiling={composed.ceiling}
          level={level}
          onConsent={() => void openConsent(project.id, runtime?.name ?? null)}
          onChange={onChange}
        />
      )}
      {composed.consent !== null && <SchemaEditor draft={draft} check={check} onChange={onChange} />}
    </>
  )
}
