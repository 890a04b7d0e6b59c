import { agentSettings, failure, ok, type Result } from '../../shared'
import { type Invocation, type RunningProcess, sameInvocation } from '../process'
import type { ExecutableIdentity, InvocationInput, SignIn } from '../runtimes'
import type { BrokerDeps } from './deps'
import type { Recorder } from './recorder'
import type { PreparedRun } from './run'

/** The process of the attempt under way, for what holds it back, resumes and ends it. */
export type AttemptHandle = { process: RunningProcess | null }

export type RunWithRecorder = PreparedRun & {
  readonly signIn: SignIn
  readonly recorder: Recorder
  readonly handle: AttemptHandle
}

/** What differs from one attempt of a run to the next. */
export type Attempt = {
  readonly number: number
  readonly reason: 'first' | 'retry' | 'correction'
  readonly prompt: string
  /** The program's own conversation to go on with. */
  readonly conversation: string | null
  /** What is left of the run's ceilings. */
  readonly limits: { readonly wallTimeMs: number; readonly outputBytes: number }
}

export type BoundInvocation = { readonly invocation: Invocation; readonly input: InvocationInput }

/** Builds the invocation twice and binds it to the probed executable, which must still be the same file (I6). */
export async function bindInvocation(
  deps: BrokerDeps,
  run: RunWithRecorder,
  attempt: Attempt,
): Promise<Result<BoundInvocation>> {
  const { runtime, probe } = run.candidate
  const { executable } = probe
  if (executable === null)
    return failure('runtime.unavailable', `${probe.info.title} has no program to start.`)
  const input = invocationInput(deps, run, attempt, executable)
  const invocation = runtime.buildInvocation(input)
  if (!sameInvocation(invocation, runtime.buildInvocation(input)))
    return failure(
      'runtime.invocation_mismatch',
      `${probe.info.title} gave two different invocations for one run.`,
    )
  if (!(await deps.sameExecutable(executable)))
    return failure(
      'runtime.changed',
      `Not started: ${executable.path} is not the program that was probed any more. Probe again in Settings.`,
      { path: executable.path },
    )
  return ok({ invocation, input })
}

function invocationInput(
  deps: BrokerDeps,
  run: RunWithRecorder,
  attempt: Attempt,
  executable: ExecutableIdentity,
): InvocationInput {
  const { request, mirror, signIn, outputSchema } = run
  return {
    executable,
    prompt: attempt.prompt,
    variant: request.variant,
    capabilities: request.policy.capabilities,
    limits: request.policy.limits,
    mirrorFolder: mirror.mirrorFolder,
    controlFolder: mirror.controlFolder,
    homeFolder: mirror.homeFolder,
    signIn,
    settings: agentSettings(deps.read.settings(), run.candidate.runtime.name),
    outputSchema: outputSchema === null ? null : { text: outputSchema.canonical, path: outputSchema.path },
    conversation: attempt.conversation,
    environment: deps.environment,
  }
}

/** Creates the process before the first await: nothing comes between the consent's use and its start (I5). */
export async function startAttempt(
  deps: BrokerDeps,
  { sessionId, recorder, handle, candidate, request, mirror }: RunWithRecorder,
  attempt: Attempt,
  invocation: Invocation,
): Promise<Result<RunningProcess>> {
  const { runtime } = candidate
  const { limits } = request.policy
  const parser = runtime.createParser({
    mirrorFolder: mirror.mirrorFolder,
    variant: request.variant,
    attempt: attempt.number,
    earlierUsage: attempt.conversation === null ? null : recorder.usage(),
  })
  recorder.beginAttempt(attempt.number, parser)
  const started = await deps.startProcess(invocation, {
    runToken: sessionId,
    ownFolder: mirror.runFolder,
    limits: { ...attempt.limits, idleTimeMs: limits.idleTimeMs },
    handlers: {
      onLine: recorder.line,
      onStderr: recorder.errorText,
      // What was left was passed: told against the ceiling of the whole run.
      onLimit: (name, ceiling, value) =>
        recorder.reachLimit(name, limits[name], limits[name] + value - ceiling),
    },
  })
  if (!started.ok) return started
  handle.process = started.value
  // An agent that waits for no acknowledgement may wait for the end of its input instead.
  if (runtime.acknowledgement === null && runtime.inputEnds === 'at_start') started.value.endInput()
  recorder.record({ type: 'attempt.started', attempt: attempt.number, reason: attempt.reason })
  recorder.record({
    type: 'process.started',
    pid: started.value.pid,
    executable: invocation.executable,
    args: [...invocation.args],
    folder: invocation.folder,
    inputBytes: Buffer.byteLength(invocation.input ?? ''),
    environment: Object.keys(invocation.environment).sort(),
  })
  return started
}
