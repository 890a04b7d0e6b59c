import type { RuntimeInfo } from '../../../shared'

/** The models that Codex 0.171 lists first; any other name may be typed. Without one, Codex takes its own choice. */
export const codexModels: RuntimeInfo['variants'] = [
  { id: 'gpt-6.2-sol', title: 'GPT-6.2 Sol', description: 'Fast, for everyday coding.' },
  { id: 'gpt-6.2-astra', title: 'GPT-6.2 Astra', description: 'The most capable, for hard tasks.' },
  { id: 'gpt-6-luna', title: 'GPT-6 Luna', description: 'Fast and cheap, for easy tasks.' },
  { id: 'gpt-5.5', title: 'GPT-5.5', description: 'An older one.' },
]
