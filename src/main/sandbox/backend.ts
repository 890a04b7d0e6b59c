import type { BackendProbe, GloveboxError, Result, SandboxBackend } from '../../shared'
import type { ExecutableIdentity, Invocation, RunBounded, StartProcess } from '../process'
import type { BoxLimits, Mount } from './box'
import type { BoxUsage } from './limits/cgroup'
import type { Forbidden } from './mounts'

/** What one session's box is opened with: all of it from the session's record, nothing from what runs inside. */
export type BoxRequest = {
  /** The session's id; names what is made for the box, so that it is found again after a crash. */
  readonly token: string
  readonly folders: {
    /** The agent's working copy; writable unless `mirrorAccess` says otherwise. */
    readonly mirrorFolder: string
    /** Seen inside, never writable there. */
    readonly controlFolder: string
    /** The run's own throw-away home, writable. */
    readonly homeFolder: string
  }
  readonly mirrorAccess?: Mount['access']
  readonly limits: BoxLimits
  readonly network: 'none' | 'host'
  readonly forbidden: Forbidden
  /** More folders or files to be seen, by real path. */
  readonly readPaths?: readonly string[]
  readonly writePaths?: readonly string[]
  /**
   * Places of the run's own seen elsewhere inside, such as the folder of the egress socket at `/run/glovebox`. A backend
   * may have to make them another account's while the box is open.
   */
  readonly bridges?: readonly Mount[]
  /** Command in front of every program inside, which it has to start: the relay to the egress socket. */
  readonly entry?: readonly string[]
  /** Variables every program inside gets, over its own. */
  readonly variables?: Readonly<Record<string, string>>
  /** True unless said otherwise. */
  readonly readOnlyRoot?: boolean
  /** Size of /tmp; 256 MB unless said otherwise. Counts as memory. */
  readonly temporaryBytes?: number
  /** The agent's processes together used up their processor time; it is being ended. */
  readonly onCpuSpent?: (ceilingMs: number) => void
}

/** An open box of one backend. */
export type OpenBox = {
  /**
   * The invocation that starts this one inside. The same invocation gives the same answer (I6). `cpuMs`: a ceiling of
   * each process below the box's own. Failures: `sandbox.bad_mount`, `sandbox.closed`.
   */
  readonly wrap: (invocation: Invocation, cpuMs?: number) => Promise<Result<Invocation>>
  /** Starts what `wrap` gave. */
  readonly startProcess: StartProcess
  /** Runs what `wrap` gave to its end. Absent: as any process of this machine. */
  readonly runBounded?: RunBounded
  /** What the kernel has counted so far. */
  readonly usage: () => Promise<BoxUsage>
  /** Ends what is left inside and takes away all that was made for the box. May be asked twice. */
  readonly close: () => Promise<void>
}

/** A backend's tool as it was found on this machine. */
export type FoundTool = {
  /** null: nothing but the system itself is needed. */
  readonly identity: ExecutableIdentity | null
  /** Where a backend that is no program of this machine is reached, for people: a socket's path, an address. */
  readonly endpoint?: string
  readonly version: string | null
  readonly warnings: readonly string[]
}

/** One way to hold a run. Adding one: a folder that makes one of these, and its name in boot. */
export type Backend = {
  readonly name: SandboxBackend
  readonly title: string
  /** Finds its tool, or says why there is none and the way out. Never throws; bounded in time. */
  readonly locate: () => Promise<
    | { readonly ok: true; readonly value: FoundTool }
    | { readonly ok: false; readonly error: GloveboxError; readonly found?: FoundTool }
  >
  /** Opens a box with the tool that was probed. */
  readonly open: (tool: FoundTool, request: BoxRequest) => Promise<Result<OpenBox>>
  /** What was chosen for it is another since the tool was found, so that what was measured says nothing of it any more. */
  readonly isOutdated?: (tool: FoundTool) => boolean
  /** After a crash: takes away what boxes of this installation left that are not open now. Never throws. */
  readonly recover?: () => Promise<void>
  /** Says what an error text of a start that failed means on this machine, with the way out; null: nothing known. */
  readonly explain: (errorText: string) => Promise<GloveboxError | null>
}

export type { BackendProbe }
