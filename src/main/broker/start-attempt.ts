import { failure, ok, type Result } from '../../shared'
import { type Invocation, type RunningProcess, sameInvocation } from '../process'
import type { ExecutableIdentity, InvocationInput } from '../runtimes'
import type { BrokerDeps } from './deps'
import type { Recorder } from './recorder'
import type { PreparedRun } from './run'
import { type RunBox, wrapperOf } from './run-box'

/** The process of the attempt under way, for what holds it back, resumes and ends it. */
export type AttemptHandle = { process: RunningProcess | null }

export type RunWithRecorder = PreparedRun & {
  readonly held: RunBox
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

export type BoundInvocation = {
  /** What the runtime built, with which home files belong; it is wrapped by the box before it is started. */
  readonly invocation: Invocation
  readonly input: InvocationInput
}

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
  const { request, mirror, outputSchema, held } = run
  return {
    executable,
    prompt: attempt.prompt,
    variant: request.variant,
    capabilities: request.policy.capabilities,
    limits: request.policy.limits,
    mirrorFolder: mirror.mirrorFolder,
    controlFolder: mirror.controlFolder,
    homeFolder: mirror.homeFolder,
    ...held.inside,
    outputSchema: outputSchema === null ? null : { text: outputSchema.canonical, path: outputSchema.path },
    conversation: attempt.conversation,
    environment: deps.environment,
  }
}

/** The invocation of an attempt, and what starts it inside the run's box. */
export type WrappedInvocation = { readonly inner: Invocation; readonly wrapped: Invocation }

/** The same invocation, wrapped twice in the same way (I6). Failures: those of the box's `wrap`. */
export async function wrapInvocation(
  { held, candidate }: RunWithRecorder,
  inner: Invocation,
): Promise<Result<WrappedInvocation>> {
  const wrapped = await held.box.wrap(inner)
  if (!wrapped.ok) return wrapped
  const again = await held.box.wrap(inner)
  if (!again.ok) return again
  if (!sameInvocation(wrapped.value, again.value))
    return failure(
      'runtime.invocation_mismatch',
      `The sandbox gave two different starts of ${candidate.probe.info.title} for one run.`,
    )
  return ok({ inner, wrapped: wrapped.value })
}

/** Creates the process before the first await: nothing comes between the consent's use and its start (I5). */
export async function startAttempt(
  { sessionId, recorder, handle, candidate, request, mirror, held }: RunWithRecorder,
  attempt: Attempt,
  { inner, wrapped }: WrappedInvocation,
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
  const started = await held.box.startProcess(wrapped, {
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
  const wrapper = wrapperOf(wrapped, inner)
  recorder.record({
    type: 'process.started',
    pid: started.value.pid,
    executable: inner.executable,
    args: [...inner.args],
    ...(wrapper.length === 0 ? {} : { wrapper: [...wrapper] }),
    folder: inner.folder,
    inputBytes: Buffer.byteLength(inner.input ?? ''),
    environment: Object.keys(inner.environment).sort(),
  })
  return started
}
