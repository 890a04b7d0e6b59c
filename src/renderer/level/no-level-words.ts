import type { GloveboxError } from '../../shared'

/**
 * Why nothing would hold a run, as the rest of a sentence. That the user switched every sandbox off is no fault of the
 * machine.
 */
export function noLevelWords(error: GloveboxError | null): string {
  if (error === null) return 'no sandbox on this machine holds what it asks for.'
  const passedOver = error.details['passedOver']
  if (error.code === 'sandbox.level_not_held' && Array.isArray(passedOver) && passedOver.length === 0)
    return 'every sandbox is switched off. Switch one on in Settings, under Sandbox, or in the project’s own order.'
  return error.message.replace(/^Not started: /, '')
}
