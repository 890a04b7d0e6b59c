import { type Done, done, ok, type Result } from '../../shared'
import { StoreError } from '../store'
import type { BrokerDeps } from './deps'
import { keepTranscripts } from './keep-transcripts'
import { learnSignIn } from './learn-sign-in'
import type { Outcome } from './outcome'
import { createRecorder, type RecordedSnapshot } from './recorder'
import type { PreparedRun } from './run'
import { runAttempts } from './run-attempts'
import { openRunBox, type RunBox } from './run-box'
import type { AttemptHandle } from './start-attempt'

/**
 * The second half of a run: its agent is given a home, consent is consumed, the program is started, as often as
 * retries and one correction allow, and what it leaves is kept.
 */
export async function runAgent(deps: BrokerDeps, run: PreparedRun): Promise<Outcome> {
  const { limits, capabilities } = run.request.policy
  const signIn = await learnSignIn(deps, run.candidate.runtime)
  if (!signIn.ok) return { status: 'unavailable', error: signIn.error, summary: null }

  const snapshotter = deps.workspace.createSnapshotter(run.mirror, limits)
  const handle: AttemptHandle = { process: null }
  const recorder = createRecorder({
    limits,
    capabilities,
    push: run.push,
    pushLine: run.pushLine,
    keepContent: deps.storeContent,
    estimateCost: deps.estimateCost,
    snapshot: async (): Promise<Result<RecordedSnapshot>> => {
      const taken = await snapshotter.snapshot()
      if (!taken.ok) return taken
      const stored = await register(deps, taken.value.content)
      if (!stored.ok) return stored
      return ok({ changes: taken.value.changes, left: taken.value.left.files, skipped: taken.value.skipped })
    },
    pause: () => handle.process?.pause(),
    resume: () => handle.process?.resume(),
    acknowledge: () => {
      const { acknowledgement } = run.candidate.runtime
      if (acknowledgement !== null) handle.process?.writeLine(acknowledgement)
    },
    endInput: () => handle.process?.endInput(),
    stop: () => void handle.process?.cancel(),
  })
  let held: Result<RunBox> | null = null
  try {
    held = await openRunBox(deps, run, {
      signIn: signIn.value,
      onCpuSpent: (ceilingMs) => recorder.reachLimit('cpuMs', ceilingMs, ceilingMs),
    })
    if (!held.ok) return { status: 'failed', error: held.error, summary: null }
    return await runAttempts(deps, { ...run, held: held.value, recorder, handle })
  } finally {
    const isClosed = held?.ok !== true || (await closeBox(deps, run, held.value))
    // What is still inside could change a name to a link while it is read.
    if (isClosed) await keepTranscripts(deps, run)
    await snapshotter
      .dispose()
      .catch((cause: unknown) => deps.log.error('a snapshot worker did not end', { cause }))
  }
}

async function closeBox(deps: BrokerDeps, { sessionId }: PreparedRun, box: RunBox): Promise<boolean> {
  try {
    await box.close()
    return true
  } catch (cause) {
    deps.log.error('a box was not closed; its transcripts are not kept', { sessionId, cause })
    return false
  }
}

const tries = 5
const betweenTriesMs = 1000

/**
 * Registers a snapshot's content. The snapshot is taken and can't be taken again, so a database that is locked for some
 * seconds is waited for; after that the run fails and says so.
 */
async function register(
  deps: BrokerDeps,
  content: Parameters<BrokerDeps['write']['addContent']>[0],
): Promise<Result<Done>> {
  for (let left = tries; ; left -= 1) {
    try {
      deps.write.addContent(content)
      return done
    } catch (cause) {
      if (!(cause instanceof StoreError)) throw cause
      if (left === 1) return { ok: false, error: cause.error }
      await deps.pause(betweenTriesMs)
    }
  }
}
