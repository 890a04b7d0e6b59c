import type { Consent, EventBody, Project, Result, RunRequest, SessionId } from '../../shared'
import type { SandboxChoice } from '../sandbox'
import type { Mirror } from '../workspace'
import type { MaskedRecord, RunRedactor } from './masked-record'
import type { RunControl } from './run-control'
import type { Candidate, Selection } from './selection'
import type { OutputSchema } from './structured-output'

/** What is known of a run from its request on. */
export type Run = {
  readonly sessionId: SessionId
  readonly project: Project
  readonly request: RunRequest
  readonly control: RunControl
  /** Which runtime takes it under which consent, or why none does. */
  readonly selection: Selection
  /** What will hold it, or why nothing may. */
  readonly choice: Result<SandboxChoice>
  /** What the final message has to meet; null: anything. */
  readonly schema: OutputSchema | null
}

/** A run that passed selection and has its mirror. */
export type PreparedRun = Omit<Run, 'choice'> & {
  readonly choice: SandboxChoice
  readonly candidate: Candidate
  readonly consent: Consent
  readonly mirror: Mirror
  /** The schema with the file of the control folder that holds it. */
  readonly outputSchema: (OutputSchema & { readonly path: string }) | null
  readonly push: (body: EventBody) => void
  readonly pushLine: MaskedRecord['pushLine']
  /** Masks the run's secrets in a text (I8). */
  readonly redact: (text: string) => string
  /** The same for a long text that comes in slices. */
  readonly createStream: RunRedactor['createStream']
}
