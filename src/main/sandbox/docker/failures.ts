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

/** What carries a run's connections out of its container ended, and with it the run. */
export function wayLost(text: string): Failure {
  return failure(
    'sandbox.lost',
    'The way out of the container, over which this run reaches its model and the network, was lost in the middle of the run. Run again; if it happens again, choose a sandbox of this machine.',
    { text },
  )
}

/** What to say of a call of the engine's that failed: its answer, or that there was none. */
export function notStarted({ status, text, wayOut }: EngineError): Failure {
  if (wayOut === true)
    return failure(
      'sandbox.start_failed',
      `Not started: the way out of the container, over which this run reaches its model and the network, could not be laid: ${text}. Or choose a sandbox of this machine.`,
      { text },
    )
  if (status === null) return lost(text)
  return failure(
    'sandbox.start_failed',
    'Not started: the container engine refused. What it said is in the details. Probe again in Settings.',
    { status, text },
  )
}
