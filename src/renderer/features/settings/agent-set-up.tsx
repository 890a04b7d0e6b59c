import { agentSettings, type KeyState, type RuntimeInfo } from '../../../shared'
import { useSettings } from '../../lib/settings'
import { Switch } from '../../ui'
import { addressProblem, addressWarning, pathProblem } from './agent-fields'
import { AgentSignIn } from './agent-sign-in'
import { saveAgent } from './save-settings'
import { SavedField } from './saved-field'
import styles from './settings-view.module.css'

export type AgentSetUpProps = {
  readonly runtime: RuntimeInfo
  readonly keyState: KeyState | null
  readonly canEncrypt: boolean
  readonly onChanged: () => Promise<void>
}

/** What the user sets for one agent program. Each change is stored at once, and the program is probed again. */
export function AgentSetUp({ runtime, keyState, canEncrypt, onChanged }: AgentSetUpProps) {
  const settings = useSettings((state) => agentSettings(state.settings, runtime.name))
  const save = async (patch: Partial<typeof settings>): Promise<string | null> => {
    const problem = await saveAgent(runtime.name, patch)
    if (problem === null) await onChanged()
    return problem
  }
  return (
    <div className={styles.setUp}>
      <AgentSignIn
        runtime={runtime}
        signIn={settings.signIn}
        keyState={keyState}
        canEncrypt={canEncrypt}
        onSignIn={(signIn) => void save({ signIn })}
        onChanged={onChanged}
      />
      <SavedField
        label="Where the program is"
        value={settings.path}
        placeholder={runtime.executable ?? '/usr/local/bin/program'}
        hint="Leave it empty to have it looked for on PATH and in the usual install folders."
        problemOf={pathProblem}
        complaint={
          settings.path === null || runtime.unavailable === null ? null : runtime.unavailable.message
        }
        onSave={(path) => save({ path })}
      />
      <SavedField
        label="Address of the model"
        value={settings.baseUrl}
        placeholder="https://…"
        hint="Leave it empty for the vendor’s own. The key is sent to the address you enter."
        problemOf={addressProblem}
        warningOf={addressWarning}
        onSave={(baseUrl) => save({ baseUrl })}
      />
      <Switch
        label="Load my own settings of this program"
        description="Off: a run sees none of your hooks, servers, memory or instructions for this program. On: they are copied into each run and do what they do for you; a hook or a server may run commands that this run’s capabilities do not cover."
        checked={settings.loadUserSettings}
        onChange={(loadUserSettings) => void save({ loadUserSettings })}
      />
    </div>
  )
}
