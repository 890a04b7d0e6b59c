import { ok, type Result } from '../../shared'
import type { BrokerDeps } from './deps'
import { keepTranscripts } from './keep-transcripts'
import type { Outcome } from './outcome'
import { createRecorder, type RecordedSnapshot } from './recorder'
import type { PreparedRun } from './run'
import { runAttempts } from './run-attempts'
import { secretsOf } from './sign-in-secrets'
import type { AttemptHandle } from './start-attempt'

/**
 * The second half of a run: its agent is given a home, consent is consumed, the program is started, as often as
 * retries and one correction allow, and what it leaves is kept.
 */
export async function runAgent(deps: BrokerDeps, run: PreparedRun): Promise<Outcome> {
  const { limits, capabilities } = run.request.policy
  const signIn = await run.candidate.runtime.signIn()
  if (!signIn.ok) return { status: 'unavailable', error: signIn.error, summary: null }

  for (const { name, text } of secretsOf(signIn.value)) deps.learnSecret(name, text)

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
      deps.write.addContent(taken.value.content)
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
  try {
    return await runAttempts(deps, { ...run, signIn: signIn.value, recorder, handle })
  } finally {
    await keepTranscripts(deps, run)
    await snapshotter.dispose()
  }
}
