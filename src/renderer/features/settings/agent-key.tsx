import { type FormEvent, useRef, useState } from 'react'
import type { KeyState, RuntimeInfo } from '../../../shared'
import { call } from '../../lib/bridge'
import { askConfirm, Button, notify, notifyError, TextField } from '../../ui'
import styles from './settings-view.module.css'
import { keptWords } from './sign-in-choice'

export type AgentKeyProps = {
  readonly runtime: RuntimeInfo
  /** The variable the key is known by. */
  readonly name: string | null
  readonly kept: KeyState['kept']
  readonly keep: 'encrypted' | 'session'
  readonly onChanged: () => Promise<void>
}

const shortest = 8

/** Takes a key in. What was entered leaves this field for main at once and never comes back (I8). */
export function AgentKey({ runtime, name, kept, keep, onChanged }: AgentKeyProps) {
  const [value, setValue] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const typed = value.trim()
  const problem = typed !== '' && typed.length < shortest ? 'This is too short for a key.' : null
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed === '' || problem !== null || isBusy) return
    setBusy(true)
    const result = await call('keys.save', { runtime: runtime.name, value: typed, keep })
    setBusy(false)
    if (!result.ok) return notifyError(result.error)
    setValue('')
    // The button that had the focus can’t be pressed any more.
    field.current?.focus()
    notify({ tone: 'ok', text: `The key for ${runtime.title} is kept.` })
    await onChanged()
  }
  const remove = async (): Promise<void> => {
    const agreed = await askConfirm({
      title: `Remove the key for ${runtime.title}?`,
      text: 'Runs of it can’t sign in until you enter another. The key itself stays valid at the provider.',
      confirm: 'Remove',
      cancel: 'Keep it',
      tone: 'stop',
    })
    if (!agreed) return
    const result = await call('keys.remove', { runtime: runtime.name })
    if (!result.ok) return notifyError(result.error)
    notify({ tone: 'ok', text: `The key for ${runtime.title} is removed.` })
    field.current?.focus()
    await onChanged()
  }
  return (
    <form className={styles.saved} onSubmit={(event) => void save(event)}>
      <TextField
        ref={field}
        type="password"
        label={name === null ? 'API key' : `API key (${name})`}
        autoComplete="off"
        spellCheck={false}
        fieldClassName={styles.savedField}
        value={value}
        placeholder={kept === 'none' ? 'Paste it here' : 'Paste another one to replace it'}
        hint={keptWords(kept, keep) ?? 'Glovebox keeps it and does not show it again.'}
        error={problem}
        onChange={(event) => setValue(event.target.value)}
      />
      <span className={styles.savedButtons}>
        {kept !== 'none' && (
          <Button variant="stop" onClick={() => void remove()}>
            Remove…
          </Button>
        )}
        <Button type="submit" busy={isBusy} disabled={typed === '' || problem !== null}>
          {isBusy ? 'Keeping…' : 'Keep key'}
        </Button>
      </span>
    </form>
  )
}
