import { type Failure, failure } from '../../../shared'
import type { EngineError } from './engine-result'

export function closed(): Failure {
  return failure('sandbox.closed', 'Not started: the sandbox of this run is closed already.')
}

/** The engine, or the container, was lost in the middle. */
export function lost(text: string): Failure {
  return failure(
    'sandbox.lost',
    'The container engine stopped, or the container was ended from outside, in the middle of the run. Start the engine, then run again.',
    { text },
  )
}

/** What to say of a call of the engine's that failed: its answer, or that there was none. */
export function notStarted({ status, text }: EngineError): Failure {
  if (status === null) return lost(text)
  return failure(
    'sandbox.start_failed',
    'Not started: the container engine refused. What it said is in the details. Probe again in Settings.',
    { status, text },
  )
}
