import { type AgentSettings, agentSettings, type Settings } from '../../../shared'
import { call } from '../../lib/bridge'
import { useSettings } from '../../lib/settings'

/** Stores some settings; answers with why not, or null once they are stored. */
export async function saveSettings(patch: Partial<Settings>): Promise<string | null> {
  const result = await call('settings.update', patch)
  if (!result.ok) return result.error.message
  useSettings.getState().take(result.value)
  return null
}

/** Stores some settings of one agent program. */
export function saveAgent(runtime: string, patch: Partial<AgentSettings>): Promise<string | null> {
  const { settings } = useSettings.getState()
  const agents = { ...settings.agents, [runtime]: { ...agentSettings(settings, runtime), ...patch } }
  return saveSettings({ agents })
}
