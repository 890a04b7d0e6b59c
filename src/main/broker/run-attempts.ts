import { constants } from 'node:os'
import { consentState, failure, type GloveboxError } from '../../shared'
import type { Invocation, ProcessExit } from '../process'
import type { AgentFailure } from '../runtimes'
import { type BoxUsage, startErrorIn } from '../sandbox'
import type { BrokerDeps } from './deps'
import { writeHomeFiles } from './home-files'
import { decideOutcome, ended, type Outcome } from './outcome'
import { judgeOutput, mayCorrect, wrongOutput } from './output-check'
import type { AttemptRecord } from './recorder'
import { decideRetry, textMarkers, wait } from './retry'
import {
  type Attempt,
  bindInvocation,
  type RunWithRecorder,
  startAttempt,
  wrapInvocation,
} from './start-attempt'

/** How one attempt ended, with what the run had used up by then. */
type AttemptEnd = {
  readonly exit: ProcessExit
  readonly record: AttemptRecord
  readonly wrapped: Invocation
}

/**
 * Starts the agent program until it succeeds, fails for good or has used up its attempts: a passing failure is tried
 * again at most twice, a wrong structured output is corrected once, where the run may not write. Ceilings of time and
 * output hold over all attempts together.
 */
export async function runAttempts(deps: BrokerDeps, run: RunWithRecorder): Promise<Outcome> {
  const { limits } = run.request.policy
  const startedAt = deps.elapsed()
  let outputBytes = 0
  let retries = 0
  let corrected = false
  let next: Omit<Attempt, 'limits' | 'number'> = {
    reason: 'first',
    prompt: run.request.prompt,
    conversation: null,
  }
  for (let number = 1; ; number += 1) {
    const left = {
      wallTimeMs: Math.round(limits.wallTimeMs - (deps.elapsed() - startedAt)),
      outputBytes: limits.outputBytes - outputBytes,
    }
    const ended = await runAttempt(deps, run, { ...next, number, limits: left })
    if ('outcome' in ended) return ended.outcome
    const { exit, record } = ended
    outputBytes += exit.outputBytes
    const stopped = run.control.cancelledBy() !== null || record.limit !== null || record.fault !== null
    const notHeld = stopped ? null : startFailure(ended)
    if (notHeld !== null) return { status: 'failed', error: notHeld, summary: null }
    const agentFailure = stopped ? null : failureOf(ended)

    if (agentFailure !== null) {
      const remainingMs = limits.wallTimeMs - (deps.elapsed() - startedAt)
      // What the program tried by itself counts: at most two times in all is a provider asked again.
      retries += record.ownRetries
      const decision = decideRetry({
        attempt: retries + 1,
        failure: agentFailure,
        random: deps.random,
        remainingMs,
      })
      if (decision.type === 'retry') {
        retries += 1
        run.recorder.record({
          type: 'retry.scheduled',
          attempt: number,
          delayMs: decision.delayMs,
          kind: agentFailure.kind,
          message: agentFailure.message,
        })
        if ((await wait(decision.delayMs, run.control.signal)) === 'elapsed') {
          next = { ...next, reason: next.reason === 'correction' ? 'correction' : 'retry' }
          continue
        }
        run.recorder.record({ type: 'cancel.requested', by: run.control.cancelledBy() ?? 'user' })
      }
    }

    const outcome = outcomeOf(run, ended, agentFailure)
    if (outcome.status !== 'succeeded' || run.outputSchema === null) return outcome
    const judged = judgeOutput(run.outputSchema, record.final)
    run.recorder.record(judged.event)
    if (judged.error === null) return outcome
    const correction =
      corrected || !mayCorrect(run.request.policy.capabilities) ? null : judged.correction(limits.promptBytes)
    if (correction === null)
      return {
        status: 'invalid_output',
        error: wrongOutput(judged, corrected),
        summary: outcome.summary,
      }
    corrected = true
    next = { reason: 'correction', prompt: correction, conversation: record.conversation }
  }
}

async function runAttempt(
  deps: BrokerDeps,
  run: RunWithRecorder,
  attempt: Attempt,
): Promise<AttemptEnd | { readonly outcome: Outcome }> {
  const bound = await bindInvocation(deps, run, attempt)
  if (!bound.ok) return { outcome: failed(bound.error) }
  if (attempt.number === 1) {
    const { runtime } = run.candidate
    const written = await writeHomeFiles(run.mirror.homeFolder, runtime.homeFiles(bound.value.input))
    if (!written.ok) return { outcome: failed(written.error) }
  }
  const wrapped = await wrapInvocation(run, bound.value.invocation)
  if (!wrapped.ok) return { outcome: failed(wrapped.error) }
  const lost = run.held.lost()
  if (lost !== null) return { outcome: failed(lost) }
  const before = await run.held.box.usage()
  // From here to the start nothing is awaited (I5).
  const refused = cancelledMeanwhile(run) ?? (attempt.number === 1 ? consume(deps, run) : ranOut(deps, run))
  if (refused !== null) return { outcome: refused }
  const started = await startAttempt(run, attempt, wrapped.value)
  if (!started.ok) return { outcome: failed(started.error) }
  const process = started.value

  const cancel = (): void => {
    run.recorder.record({ type: 'cancel.requested', by: run.control.cancelledBy() ?? 'user' })
    void process.cancel()
  }
  const { signal } = run.control
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  const settle = [run.held.onLost(run.recorder.lose), run.held.onUnrecorded(run.recorder.refuse)]
  const exit = await process.exited
  signal.removeEventListener('abort', cancel)
  for (const each of settle) each()
  if (exit.error !== undefined) run.recorder.lose(exit.error)
  noteCeilings(run, before, await run.held.box.usage(), exit)

  const stopped = run.control.cancelledBy() !== null
  const record = await run.recorder.finishAttempt({ code: exit.code, signal: exit.signal, stopped })
  run.push({
    type: 'process.exited',
    code: exit.code,
    signal: exit.signal,
    durationMs: exit.durationMs,
    survivors: exit.survivors,
    ...(exit.mayHaveLeft ? { mayHaveLeft: true } : {}),
  })
  return { exit, record, wrapped: wrapped.value.wrapped }
}

/**
 * What of the box's ceilings was met: a program that was ended at one has reached the run's limit; one that was refused
 * more, or a part of which was ended, goes on, and the session says so.
 */
function noteCeilings(
  { request, recorder, push }: RunWithRecorder,
  before: BoxUsage,
  after: BoxUsage,
  exit: ProcessExit,
): void {
  const { limits } = request.policy
  const met = (name: 'memoryBytes' | 'processes'): void =>
    push({ type: 'limit.reached', limit: name, ceiling: limits[name], value: limits[name] })
  if (wasEndedBy('SIGXCPU', exit)) recorder.reachLimit('cpuMs', limits.cpuMs, limits.cpuMs)
  if (grew(before.memoryKills, after.memoryKills)) {
    if (wasEndedBy('SIGKILL', exit))
      recorder.reachLimit('memoryBytes', limits.memoryBytes, limits.memoryBytes)
    else met('memoryBytes')
  }
  if (grew(before.processRefusals, after.processRefusals)) met('processes')
}

const grew = (before: number | null, after: number | null): boolean => (after ?? 0) > (before ?? 0)

const signalBase = 128

/** By the signal itself, or by the exit code with which a shell, or a box, tells of it. */
function wasEndedBy(signal: 'SIGKILL' | 'SIGXCPU', exit: ProcessExit): boolean {
  return exit.signal === signal || exit.code === signalBase + constants.signals[signal]
}

/** The box did not come to be, as what should have made it says; null: the program ran. */
function startFailure({ exit, record, wrapped }: AttemptEnd): GloveboxError | null {
  const printed = exit.outputBytes > Buffer.byteLength(record.errorText)
  const text = printed ? null : startErrorIn(wrapped, exit.code, record.errorText)
  if (text === null) return null
  return failure(
    'sandbox.start_failed',
    'The sandbox could not be started. Probe again in Settings → Sandbox.',
    {
      text,
    },
  ).error
}

/** The program's own account of what went wrong; where it gave none, its exit state and, last, its words. */
function failureOf({ exit, record }: AttemptEnd): AgentFailure | null {
  if (record.failure !== null) return record.failure
  if (record.told || (exit.code === 0 && exit.signal === null)) return null
  const message = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`
  const marker = textMarkers(record.errorText)
  return {
    kind: marker === null ? 'crashed' : marker,
    message,
    status: null,
    retryAfterMs: null,
    resetsAt: null,
  }
}

function outcomeOf(
  run: RunWithRecorder,
  { exit, record }: AttemptEnd,
  agentFailure: AgentFailure | null,
): Outcome {
  return decideOutcome({
    cancelledBy: run.control.cancelledBy(),
    limit: record.limit,
    fault: record.fault,
    exit: record.told ? null : exit,
    agentFailure,
    finalText: record.final?.text ?? null,
  })
}

const failed = (error: GloveboxError): Outcome => ({ status: 'failed', error, summary: null })

function cancelledMeanwhile(run: RunWithRecorder): Outcome | null {
  const cancelledBy = run.control.cancelledBy()
  if (cancelledBy === null) return null
  run.push({ type: 'cancel.requested', by: cancelledBy })
  return ended({ cancelledBy })
}

/** I5: the last synchronous point before the process is created. What refuses the run here, or null. */
function consume(deps: BrokerDeps, run: RunWithRecorder): Outcome | null {
  if (!deps.consents.use(run.consent, run.sessionId))
    return denied(
      deps,
      run,
      failure('consent.consumed', 'Not started: the consent was used or revoked by something else.').error,
    )
  run.push({ type: 'consent.used', consentId: run.consent.id, scope: run.consent.scope })
  return null
}

/** No further process is started under a consent that was revoked since the first, or whose time has run out. */
function ranOut(deps: BrokerDeps, run: RunWithRecorder): Outcome | null {
  const consent = deps.read.consent(run.consent.id)
  const state = consent === null ? 'revoked' : consentState(consent, deps.now())
  if (state === 'revoked')
    return denied(
      deps,
      run,
      failure('consent.revoked', 'Not tried again: the consent was revoked. Grant it again to run.').error,
    )
  if (state === 'expired')
    return denied(
      deps,
      run,
      failure('consent.expired', 'Not tried again: the consent has expired. Renew it to run.').error,
    )
  // A consent for one run is used up by this very one.
  return null
}

function denied(deps: BrokerDeps, run: RunWithRecorder, error: GloveboxError): Outcome {
  deps.consents.recordDenial(run.project, run.sessionId, error.message)
  return { status: 'denied', error, summary: null }
}
