import { Check, KeyRound, Unplug } from 'lucide-react'
import type { KeyState, RuntimeInfo } from '../../../shared'
import { agentPart } from '../../lib/navigation'
import { nextAction } from '../../lib/next-action'
import { signInWords } from '../../lib/sign-in-words'
import { versionWords } from '../../lib/version-words'
import { Chip, Disclosure } from '../../ui'
import { AgentSetUp } from './agent-set-up'
import { hereWords } from './here-words'
import styles from './settings-view.module.css'

export type AgentEntryProps = {
  readonly runtime: RuntimeInfo
  readonly keyState: KeyState | null
  readonly canEncrypt: boolean
  /** The part of the settings that was asked for. */
  readonly part: string | undefined
  /** Something that a probe depends on was changed. */
  readonly onChanged: () => Promise<void>
}

/** One agent program: its state and the way out, where it was found, and its settings. */
export function AgentEntry({ runtime, keyState, canEncrypt, part, onChanged }: AgentEntryProps) {
  const { name, title, description, executable, unavailable, signIn } = runtime
  const id = agentPart(name)
  const shownVersion = versionWords(runtime)
  // The Rehearsal agent has nothing to set.
  const canBeSet = signIn.state !== 'not_needed' || keyState !== null
  const hint = unavailable === null ? null : (nextAction('unavailable', unavailable)?.hint ?? null)
  return (
    <article id={id} tabIndex={-1} className={styles.entry}>
      <div className={styles.title}>
        <h3>{title}</h3>
        {shownVersion !== null && <span className="dim">{shownVersion}</span>}
        <StateChip runtime={runtime} />
        {canBeSet && unavailable === null && (
          <Chip icon={KeyRound} tone={signIn.state === 'not_signed_in' ? 'warn' : 'neutral'}>
            {signInWords(signIn)}
          </Chip>
        )}
      </div>
      <p className={styles.reason}>{description}</p>
      {unavailable !== null && (
        <p className={styles.problem} data-selectable>
          {[hereWords(unavailable.message), hint].filter(Boolean).join(' ')}
        </p>
      )}
      {executable !== null && (
        <p className={styles.path} data-selectable>
          {executable}
        </p>
      )}
      {canBeSet && (
        <Disclosure
          summary="Sign-in, path and settings"
          defaultOpen={part === id || unavailable?.code === 'runtime.not_signed_in'}
        >
          <AgentSetUp runtime={runtime} keyState={keyState} canEncrypt={canEncrypt} onChanged={onChanged} />
        </Disclosure>
      )}
    </article>
  )
}

const states: Readonly<Partial<Record<string, string>>> = {
  'runtime.not_found': 'not found',
  'runtime.too_old': 'too old',
  'runtime.not_signed_in': 'not signed in',
  'runtime.broken': 'does not work',
}

function StateChip({ runtime: { unavailable } }: { readonly runtime: RuntimeInfo }) {
  if (unavailable === null)
    return (
      <Chip tone="ok" icon={Check}>
        ready
      </Chip>
    )
  return (
    <Chip tone="warn" icon={Unplug}>
      {states[unavailable.code] ?? 'can’t be used'}
    </Chip>
  )
}
