import { agentSettings } from '../../shared'
import type { SignInNow } from './next-action'
import { useSettings } from './settings'

/** What is set now for the agent of a session; null where it had none. */
export function signInNow(runtime: string | null): SignInNow | null {
  return runtime === null ? null : agentSettings(useSettings.getState().settings, runtime)
}
