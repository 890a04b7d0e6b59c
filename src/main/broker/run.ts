import type { Consent, EventBody, Project, RunRequest, SessionId } from '../../shared'
import type { Mirror } from '../workspace'
import type { RunControl } from './run-control'
import type { Candidate } from './selection'

/** What is known of a run from its request on. */
export type Run = {
  readonly sessionId: SessionId
  readonly project: Project
  readonly request: RunRequest
  readonly control: RunControl
}

/** A run that passed selection and has its mirror. */
export type PreparedRun = Run & {
  readonly candidate: Candidate
  readonly consent: Consent
  readonly mirror: Mirror
  readonly push: (body: EventBody) => void
}
