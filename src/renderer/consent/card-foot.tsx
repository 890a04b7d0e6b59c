import { TriangleAlert } from 'lucide-react'
import type { Capability } from '../../shared'
import { Button, Segmented, TextField } from '../ui'
import styles from './card-foot.module.css'
import { type Draft, scopeOf } from './draft'
import { grantWords } from './grant-words'
import { tonight } from './until'
import { useArmed } from './use-armed'

export type CardFootProps = {
  readonly draft: Draft
  readonly who: readonly string[]
  readonly granted: readonly Capability[]
  readonly projectName: string
  /** Everything is known and valid. */
  readonly ready: boolean
  readonly granting: boolean
  /** Why granting failed, and what to do. */
  readonly problem: string | null
  /** What is still to be seen to above before it can be granted. */
  readonly missing: string | null
  readonly now: number
  readonly onChange: (draft: Draft) => void
  readonly onDecline: () => void
  readonly onGrant: () => void
}

/** For how long; and the two ways out of the page. */
export function CardFoot(props: CardFootProps) {
  const {
    draft,
    who,
    granted,
    projectName,
    ready,
    granting,
    problem,
    missing,
    now,
    onChange,
    onDecline,
    onGrant,
  } = props
  const armed = useArmed()
  const scope = scopeOf(draft, now)
  return (
    <footer className={styles.foot}>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          <TriangleAlert size={15} aria-hidden />
          {problem}
        </p>
      )}
      {problem === null && missing !== null && (
        <p className={styles.missing} role="status">
          <TriangleAlert size={15} aria-hidden />
          {missing}
        </p>
      )}
      <div className={styles.scope}>
        <Segmented
          label="For how long"
          value={draft.scope}
          onChange={(next) => onChange({ ...draft, scope: next })}
          options={[
            { value: 'once', label: 'Once' },
            { value: 'until', label: draft.until === tonight(now) ? 'Until tonight' : 'Until a time' },
            { value: 'until_revoked', label: 'Until I revoke it' },
          ]}
        />
        {draft.scope === 'until' && (
          <TextField
            label="Until"
            hideLabel
            type="datetime-local"
            className={styles.until}
            value={draft.until}
            error={scope === null ? 'Choose a time that is still to come.' : null}
            onChange={(event) => onChange({ ...draft, until: event.target.value })}
          />
        )}
      </div>
      <div className={styles.acts}>
        <Button variant="ghost" keys="Escape" onClick={onDecline}>
          Not now
        </Button>
        <Button
          variant="go"
          size="large"
          className={styles.grant}
          disabled={!armed || !ready}
          busy={granting}
          data-grant
          onClick={onGrant}
        >
          {who.length === 0
            ? 'No agent can be used'
            : grantWords(who, granted, projectName, scope ?? { type: 'once' }, now)}
        </Button>
      </div>
    </footer>
  )
}
