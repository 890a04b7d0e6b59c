import type { EventBody } from '../../shared'

/** What Glovebox itself measured or did: no flood of the agent's words keeps it off the record. */
export const ownEvents: ReadonlySet<EventBody['type']> = new Set<EventBody['type']>([
  'attempt.started',
  'cancel.requested',
  'file.changed',
  'files.skipped',
  'policy.violated',
  'process.started',
  'retry.scheduled',
  'sandbox.lost',
])
