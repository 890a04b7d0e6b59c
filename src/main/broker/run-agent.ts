import { failure, ok, type Result } from '../../shared'
import { type Invocation, type RunningProcess, sameInvocation } from '../process'
import type { BrokerDeps } from './deps'
import { decideOutcome, ended, type Outcome } from './outcome'
import { createRecorder, type RecordedSnapshot, type Recorder } from './recorder'
import type { PreparedRun } from './run'

/** The second half of a run: consent is consumed, the agent started, its stream recorded, its end judged. */
export async function runAgent(deps: BrokerDeps, run: PreparedRun): Promise<Outcome> {
  const bound = await bindInvocation(deps, run)
  if (!bound.ok) return { status: 'failed', error: bound.error, summary: null }

  const started = await startAgent(deps, run, bound.value)
  if ('outcome' in started) return started.outcome
  const { process, recorder, dispose } = started
  const cancel = (): void => {
    recorder.record({ type: 'cancel.requested', by: run.control.cancelledBy() ?? 'user' })
    void process.cancel()
  }
  if (run.control.signal.aborted) cancel()
  else run.control.signal.addEventListener('abort', cancel, { once: true })

  const exit = await process.exited
  const end = await recorder.finish()
  await dispose()
  run.push({ type: 'process.exited', code: exit.code, signal: exit.signal, durationMs: exit.durationMs })
  return decideOutcome({ ...end, exit, cancelledBy: run.control.cancelledBy() })
}

/** Builds the invocation twice and binds it to the probed executable, which must still be the same file (I6). */
async function bindInvocation(deps: BrokerDeps, run: PreparedRun): Promise<Result<Invocation>> {
  const { runtime, probe } = run.candidate
  const { executable } = probe
  if (executable === null)
    return failure('runtime.unavailable', `${probe.info.title} has no program to start.`)
  const build = (): Invocation =>
    runtime.buildInvocation({
      executable,
      prompt: run.request.prompt,
      variant: run.request.variant,
      capabilities: run.request.policy.capabilities,
      limits: run.request.policy.limits,
      mirrorFolder: run.mirror.mirrorFolder,
      controlFolder: run.mirror.controlFolder,
      environment: deps.environment,
    })
  const invocation = build()
  if (!sameInvocation(invocation, build()))
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
  return ok(invocation)
}

type StartedAgent = {
  readonly process: RunningProcess
  readonly recorder: Recorder
  readonly dispose: () => Promise<void>
}

async function startAgent(
  deps: BrokerDeps,
  run: PreparedRun,
  invocation: Invocation,
): Promise<StartedAgent | { readonly outcome: Outcome }> {
  const { runtime } = run.candidate
  const { limits, capabilities } = run.request.policy
  const snapshotter = deps.workspace.createSnapshotter(run.mirror, limits)
  const handle: { process: RunningProcess | null } = { process: null }

  const recorder = createRecorder({
    parser: runtime.createParser(),
    limits,
    capabilities,
    push: run.push,
    snapshot: async (): Promise<Result<RecordedSnapshot>> => {
      const taken = await snapshotter.snapshot()
      if (!taken.ok) return taken
      deps.write.addContent(taken.value.content)
      return ok({ changes: taken.value.changes, left: taken.value.left.files, skipped: taken.value.skipped })
    },
    pause: () => handle.process?.pause(),
    resume: () => handle.process?.resume(),
    acknowledge: () => {
      if (runtime.acknowledgement !== null) handle.process?.writeLine(runtime.acknowledgement)
    },
    stop: () => void handle.process?.cancel(),
  })

  const refused = consume(deps, run)
  if (refused !== null) {
    await snapshotter.dispose()
    return { outcome: refused }
  }
  const process = await deps.startProcess(invocation, {
    runToken: run.sessionId,
    limits: { wallTimeMs: limits.wallTimeMs, outputBytes: limits.outputBytes },
    handlers: {
      onLine: recorder.line,
      onStderr: (text) => recorder.record({ type: 'process.output', stream: 'stderr', text }),
      onLimit: recorder.reachLimit,
    },
  })
  if (!process.ok) {
    await snapshotter.dispose()
    return { outcome: { status: 'failed', error: process.error, summary: null } }
  }
  handle.process = process.value
  // An agent that waits for no acknowledgement may wait for the end of its input instead.
  if (runtime.acknowledgement === null) process.value.endInput()
  recorder.record({
    type: 'process.started',
    pid: process.value.pid,
    executable: invocation.executable,
    args: [...invocation.args],
    environment: Object.keys(invocation.environment).sort(),
  })
  return { process: process.value, recorder, dispose: snapshotter.dispose }
}

/** I5: the last synchronous point before the process is created. What refuses the run here, or null. */
function consume(deps: BrokerDeps, run: PreparedRun): Outcome | null {
  const cancelledBy = run.control.cancelledBy()
  if (cancelledBy !== null) {
    run.push({ type: 'cancel.requested', by: cancelledBy })
    return ended({ cancelledBy })
  }
  if (!deps.consents.use(run.consent, run.sessionId)) {
    const { error } = failure(
      'consent.consumed',
      'Not started: the consent was used or revoked by something else.',
    )
    deps.consents.recordDenial(run.project, run.sessionId, error.message)
    return { status: 'denied', error, summary: null }
  }
  run.push({ type: 'consent.used', consentId: run.consent.id, scope: run.consent.scope })
  return null
}
