import type { SignInState } from '../../shared'

/** How a program is signed in, for a card; null where it needs no account. */
export function signInWords({ state, by }: SignInState): string | null {
  switch (state) {
    case 'not_needed':
      return null
    case 'signed_in':
      return by === 'login' ? 'signed in with your own sign-in' : 'a key is set'
    case 'not_signed_in':
      return 'not signed in'
    case 'unknown':
      return 'sign-in not checked yet'
  }
}
