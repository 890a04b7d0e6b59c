import type { GloveboxError, Project, Result, RuntimeName, SessionId } from '../../shared'
import type { Consents } from '../consent'
import type { Logger } from '../log'
import type { ExecutableIdentity } from '../runtimes'
import type { Sandbox } from '../sandbox'
import type { EventBatcher, StoreReader, StoreWriter } from '../store'
import type { Workspace } from '../workspace'
import type { EstimateCost } from './attempt-cost'
import type { RunRedactor } from './masked-record'
import type { Egress, Providers } from './run-network'
import type { Candidate } from './selection'

/** What the broker needs of the other slices; boot hands it in, tests hand in what they want to see. */
export type BrokerDeps = {
  readonly read: StoreReader
  readonly write: StoreWriter
  readonly batcher: EventBatcher
  readonly consents: Consents
  readonly workspace: Workspace
  /** Runtimes with their newest probe, in stable order: every one, or only the named ones. */
  readonly candidates: (names?: readonly RuntimeName[]) => Promise<readonly Candidate[]>
  /** What holds the runs: chosen by what was measured, opened for each. */
  readonly sandbox: Pick<Sandbox, 'choose' | 'open' | 'recover'>
  /** The boxes' way out. */
  readonly egress: Egress
  /** The model providers of the runtimes that have one. */
  readonly providers: Providers
  /** Folders and files of Glovebox's own that no box may show. */
  readonly sealed: readonly string[]
  /** The user's home: never shown as a whole. */
  readonly home: string
  /** Asks the user, outside of every page, whether this one run may go without a sandbox. */
  readonly askUnsandboxed: (project: Project, why: GloveboxError) => Promise<boolean>
  readonly sameExecutable: (identity: ExecutableIdentity) => Promise<boolean>
  /** Ends every process that was started for one of these runs; how many there were. */
  readonly endRunProcesses: (tokens: readonly string[]) => Promise<number>
  /** Stores bytes as content; its hash. */
  readonly storeContent: (bytes: Buffer) => Promise<Result<string>>
  /** The allow-listed environment an agent gets. */
  readonly environment: Readonly<Record<string, string>>
  /** Masks secrets in everything that one run records, and counts them (I8). */
  readonly redactorForRun: () => RunRedactor
  /** A secret that became known by signing in: it is masked from now on. */
  readonly learnSecret: (name: string, text: string) => void
  readonly estimateCost: EstimateCost
  /** At least 0, below 1: spreads retries. */
  readonly random: () => number
  readonly now: () => number
  /** Milliseconds of a clock that never goes back: what durations are taken with. */
  readonly elapsed: () => number
  readonly newSessionId: () => SessionId
  /** Lets the main loop breathe between slices of long work. */
  readonly yieldToLoop: () => Promise<void>
  readonly pause: (ms: number) => Promise<void>
  readonly log: Pick<Logger, 'error'>
}
