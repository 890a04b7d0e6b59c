import type { AgentEvent } from '../runtime'

const maxNotes = 20
const maxReason = 500

/**
 * What Codex tells on standard error alone: a patch that its own permissions refused, or one that did not fit the file.
 * Neither is an event of the stream, and the turn goes on after it.
 */
export function notesInStderr(text: string): readonly AgentEvent[] {
  const notes: AgentEvent[] = []
  for (const line of text.split('\n')) {
    const error = /\bERROR\b.*?\berror=(.*)$/.exec(line)?.[1]
    if (error !== undefined) notes.push(...noteOf(error.slice(0, maxReason)))
    if (notes.length >= maxNotes) break
  }
  return notes
}

function noteOf(error: string): readonly AgentEvent[] {
  const rejected = /^patch rejected: (.*)$/.exec(error)?.[1]
  if (rejected !== undefined)
    return [{ type: 'permission.denied', tool: 'apply_patch', callId: null, target: null, reason: rejected }]
  const mismatch = /^apply_patch verification failed: (.*)$/.exec(error)?.[1]
  return mismatch === undefined
    ? []
    : [{ type: 'agent.notice', level: 'warning', text: `A patch did not apply: ${mismatch}` }]
}
