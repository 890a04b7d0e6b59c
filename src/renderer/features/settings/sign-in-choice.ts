import type { AgentSettings, KeyState } from '../../../shared'

/** How an agent program signs in, as people choose it. */
export type SignInChoice = 'encrypted' | 'session' | 'login'

/** What is chosen: by the settings, and for a key by how it is kept or would be. */
export function signInChoice(
  signIn: AgentSettings['signIn'],
  kept: KeyState['kept'],
  wish: 'encrypted' | 'session' | null,
  canEncrypt: boolean,
): SignInChoice {
  if (signIn === 'login') return 'login'
  if (wish !== null) return wish
  if (kept !== 'none') return kept
  return canEncrypt ? 'encrypted' : 'session'
}

/** An honest sentence for each. `title` names the program. */
export function choiceSentences(title: string): Readonly<Record<SignInChoice, string>> {
  return {
    encrypted:
      'Encrypted by this system in Glovebox’s data folder. It is given to the program for each run and is in no session.',
    session: 'Kept in memory only and gone when Glovebox closes. You enter it again next time.',
    login: `What you signed in to ${title} with is copied into each run’s own home and removed with it. The agent can read that copy, as it can when you start it yourself.`,
  }
}

/** What is said of the key that is there now; null where nothing needs to be said. */
export function keptWords(kept: KeyState['kept'], choice: SignInChoice): string | null {
  switch (kept) {
    case 'none':
      return null
    case 'encrypted':
      return choice === 'session'
        ? 'A key is kept, encrypted. Enter one here to keep it for this session only instead.'
        : 'A key is kept, encrypted. It is not shown again.'
    case 'session':
      return choice === 'encrypted'
        ? 'A key is kept for this session only. Enter it again to keep it encrypted.'
        : 'A key is kept until Glovebox closes. It is not shown again.'
  }
}
