import type { GloveboxError } from '../../../shared'
import { capitalised } from '../../lib/status-words'

/** Why a run would not start; nothing has been started yet, so it does not say that it wasn’t. */
export function previewError(error: GloveboxError | null): string {
  if (error === null) return 'No sandbox on this machine holds what it asks for.'
  return capitalised(error.message.replace(/^Not started: /, ''))
}
