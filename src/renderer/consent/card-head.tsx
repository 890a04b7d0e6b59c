import { Check, FolderGit2 } from 'lucide-react'
import { inert, type ProjectView, type RuntimeInfo } from '../../shared'
import { cx } from '../lib/cx'
import { Chip, Name } from '../ui'
import styles from './card-head.module.css'
import { type Draft, liveGrant, toggleRuntime } from './draft'

export type CardHeadProps = {
  readonly project: ProjectView
  readonly runtimes: readonly RuntimeInfo[]
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** Which repository, at the top; and which agents, one or several. */
export function CardHead({ project, runtimes, draft, onChange }: CardHeadProps) {
  const only = runtimes.length === 1 ? runtimes[0] : undefined
  return (
    <header className={styles.head}>
      <span className={styles.mark}>
        <FolderGit2 size={20} aria-hidden />
      </span>
      <div className={styles.words}>
        <h1 id="consent-title" className={styles.title} title={inert(project.name)}>
          {liveGrant(project) === null
            ? `Let an agent work on ${inert(project.name)}?`
            : `Change the consent for ${inert(project.name)}`}
        </h1>
        <p className={styles.place} data-selectable>
          <Name of={project.path} className={styles.path} />
          {project.head !== null && <Name of={project.head} className={styles.branch} />}
        </p>
        {project.problem !== null && <p className={styles.problem}>{project.problem}</p>}
      </div>
      {only !== undefined && only.unavailable === null && <Chip>{only.title}</Chip>}
      {runtimes.length > 1 && (
        <fieldset className={styles.runtimes}>
          <legend className="sr-only">Agents: one or several</legend>
          {runtimes.map(({ name, title, unavailable }) => {
            const chosen = draft.runtimes.includes(name)
            return (
              <label
                key={name}
                className={cx(styles.runtime, chosen && styles.chosen)}
                title={unavailable?.message}
              >
                <input
                  type="checkbox"
                  className={styles.input}
                  checked={chosen}
                  disabled={unavailable !== null}
                  onChange={() => onChange(toggleRuntime(draft, name))}
                />
                {chosen && <Check size={13} aria-hidden />}
                {title}
              </label>
            )
          })}
        </fieldset>
      )}
    </header>
  )
}
