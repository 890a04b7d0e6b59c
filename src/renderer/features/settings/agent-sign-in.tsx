import { useState } from 'react'
import type { AgentSettings, KeyState, RuntimeInfo } from '../../../shared'
import { ChoiceCards } from '../../ui'
import { AgentKey } from './agent-key'
import styles from './settings-view.module.css'
import { choiceSentences, type SignInChoice, signInChoice } from './sign-in-choice'

export type AgentSignInProps = {
  readonly runtime: RuntimeInfo
  readonly signIn: AgentSettings['signIn']
  readonly keyState: KeyState | null
  readonly canEncrypt: boolean
  readonly onSignIn: (signIn: AgentSettings['signIn']) => void
  readonly onChanged: () => Promise<void>
}

/** How runs of an agent reach the account of its model: by a key that Glovebox keeps, or by the user's own sign-in. */
export function AgentSignIn(props: AgentSignInProps) {
  const { runtime, signIn, keyState, canEncrypt, onSignIn, onChanged } = props
  const [wish, setWish] = useState<'encrypted' | 'session' | null>(null)
  const kept = keyState?.kept ?? 'none'
  const chosen = signInChoice(signIn, kept, wish, canEncrypt)
  const sentences = choiceSentences(runtime.title)
  const choose = (choice: SignInChoice): void => {
    if (choice !== 'login') setWish(choice)
    const next = choice === 'login' ? 'login' : 'key'
    if (next !== signIn) onSignIn(next)
  }
  const option = (value: SignInChoice, title: string) => ({
    value,
    title,
    note: null,
    text: sentences[value],
    problem: null,
  })
  return (
    <div className={styles.signIn}>
      <ChoiceCards
        label="Sign-in"
        value={chosen}
        options={[
          {
            ...option('encrypted', 'A key, kept encrypted'),
            disabled: !canEncrypt,
            problem: canEncrypt
              ? null
              : 'This system offers no safe place for keys. Install or unlock a keyring (GNOME Keyring or KWallet) and start Glovebox again, or keep the key for this session.',
          },
          option('session', 'A key, for this session'),
          option('login', 'My own sign-in'),
        ]}
        onChange={(value) => {
          if (value === 'encrypted' || value === 'session' || value === 'login') choose(value)
        }}
      />
      {chosen !== 'login' && (
        <AgentKey
          runtime={runtime}
          name={keyState?.name ?? null}
          kept={kept}
          keep={chosen}
          onChanged={async () => {
            setWish(null)
            await onChanged()
          }}
        />
      )}
      {chosen === 'login' && runtime.signIn.state === 'not_signed_in' && (
        <p className={styles.problem}>
          No sign-in of yours was found. Start {runtime.title} in a terminal, sign in there, then probe again.
        </p>
      )}
    </div>
  )
}
