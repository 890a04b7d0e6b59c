import {
  type Consent,
  type ConsentId,
  type Done,
  done,
  type Eligibility,
  type EventOf,
  failure,
  notStarted,
  ok,
  type Project,
  type Result,
  type RunRequest,
  type SessionId,
} from '../../shared'
import { matchConsent } from '../consent'
import type { SandboxChoice } from '../sandbox'
import type { BrokerDeps } from './deps'
import { learnSignIn } from './learn-sign-in'
import { cutPromptMark, maskStart } from './masked-body'
import { createParsings } from './parsings'
import { performRun } from './perform-run'
import { chooseBox } from './run-box'
import { createRunControl, type RunControl } from './run-control'
import {
  type Candidate,
  judge,
  namesInOrder,
  type Selection,
  type SelectionInput,
  selectRuntime,
} from './selection'
import { checkOutputSchema, type OutputSchema } from './structured-output'

export type Broker = {
  /** Begins a run and answers with its session at once; what becomes of it, denials too, is in the session. */
  readonly start: (request: RunRequest) => Promise<Result<{ readonly sessionId: SessionId }>>
  /** Which runtimes could take a request now, in the order they would be tried in. Reads no project file (I1). */
  readonly eligible: (request: RunRequest) => Promise<Result<Eligibility[]>>
  /** Parses a session's native lines with today's parser into a new session. */
  readonly parseAgain: (sessionId: SessionId) => Promise<Result<SessionId>>
  readonly cancel: (sessionId: SessionId, by: EventOf<'cancel.requested'>['by']) => Result<Done>
  /** Cancels the runs that were started under a consent: it was revoked. */
  readonly cancelUnder: (consentId: ConsentId) => void
  /** Cancels every run, and stops what is being parsed again; resolves once all have ended. */
  readonly cancelAll: (by: EventOf<'cancel.requested'>['by']) => Promise<void>
  /** Sessions that are being written or parsed again: they can't be deleted now. */
  readonly active: () => readonly SessionId[]
  /** Marks what a crash cut off as interrupted, ends its processes and removes its mirrors. Run once, before any start. */
  readonly recover: () => Promise<{
    readonly interrupted: number
    readonly processes: number
    readonly mirrors: number
  }>
}

type RunningRun = {
  readonly control: RunControl
  readonly consentId: ConsentId | null
  readonly finished: Promise<void>
}

export function createBroker(deps: BrokerDeps): Broker {
  const running = new Map<SessionId, RunningRun>()
  const parsings = createParsings(deps)
  let isClosing = false

  const selectionInput = async (
    project: Project,
    request: RunRequest,
    which: 'named' | 'all',
  ): Promise<SelectionInput> => {
    const { runtime: asked, policy } = request
    const wanted = { asked, preferred: project.preferredRuntime, policy }
    // A run waits only for the agents that it may come to: another one may hang.
    const candidates = await deps.candidates(which === 'all' ? undefined : namesInOrder(wanted))
    // After the probes, which may take seconds: what is at the path now counts.
    const identity = await deps.workspace.identity(project.path)
    const consentFor = ({ probe }: Candidate): Result<Consent> =>
      matchConsent({
        consents: deps.read.consents(project.id),
        policy: request.policy,
        runtime: probe.info,
        identity,
        now: deps.now(),
      })
    return { ...wanted, candidates, consentFor }
  }

  const begin = (
    project: Project,
    request: RunRequest,
    schema: OutputSchema | null,
    input: SelectionInput,
    selection: Selection,
    choice: Result<SandboxChoice>,
  ): Result<{ sessionId: SessionId }> => {
    const [first] = namesInOrder(input)
    const named = selection.ok
      ? selection.candidate.probe.info
      : input.candidates.find(({ probe }) => probe.info.name === first)?.probe.info
    const sessionId = deps.newSessionId()
    const started = maskStart(deps.redactorForRun(), {
      type: 'session.started',
      projectId: project.id,
      projectName: project.name,
      projectPath: project.path,
      runtime: named?.name ?? null,
      runtimeTitle: named?.title ?? 'No agent',
      variant: request.variant,
      prompt: cutPrompt(request),
      capabilities: request.policy.capabilities,
      limits: request.policy.limits,
      level: choice.ok ? choice.value.level : notStarted,
      ...(schema === null ? {} : { outputSchema: schema.canonical }),
    })
    deps.write.createSession(sessionId, deps.now(), started)
    const control = createRunControl()
    const consentId = selection.ok ? selection.consent.id : null
    const run = { sessionId, project, request, control, selection, choice, schema }
    const finished = performRun(deps, run, () => isClosing).finally(() => running.delete(sessionId))
    running.set(sessionId, { control, consentId, finished })
    return ok({ sessionId })
  }

  return {
    start: async (request) => {
      const schema = request.outputSchema === null ? ok(null) : checkOutputSchema(request.outputSchema)
      if (!schema.ok) return schema
      const project = deps.read.project(request.projectId)
      if (project === null) return unknownProject()
      const input = await selectionInput(project, request, 'named')
      const selection = selectRuntime(input)
      // The prompt, which is recorded first, may hold what the run signs in with (I8).
      if (selection.ok) await learnSignIn(deps, selection.candidate.runtime)
      const choice = selection.ok ? await chooseBox(deps, project) : notAsked()
      return begin(project, request, schema.value, input, selection, choice)
    },
    eligible: async (request) => {
      const project = deps.read.project(request.projectId)
      if (project === null) return unknownProject()
      const input = await selectionInput(project, request, 'all')
      const selection = selectRuntime(input)
      const chosen = selection.ok ? selection.candidate.runtime.name : null
      const named = namesInOrder(input)
      const others = input.candidates
        .map(({ runtime }) => runtime.name)
        .filter((name) => !named.includes(name))
      return ok(
        [...named, ...others].map((runtime) => {
          const judged = judge(input, runtime)
          return { runtime, chosen: runtime === chosen, error: judged.ok ? null : judged.error }
        }),
      )
    },
    parseAgain: parsings.start,
    cancel: (sessionId, by) => {
      const run = running.get(sessionId)
      if (run === undefined)
        return parsings.stop(sessionId) ? done : failure('store.not_found', 'This run has ended already.')
      run.control.cancel(by)
      return done
    },
    cancelUnder: (consentId) => {
      for (const run of running.values()) if (run.consentId === consentId) run.control.cancel('revocation')
    },
    cancelAll: async (by) => {
      isClosing ||= by === 'shutdown'
      const all = [...running.values()]
      for (const { control } of all) control.cancel(by)
      await Promise.all([parsings.stopAll(), ...all.map(({ finished }) => finished)])
    },
    active: () => [...running.keys(), ...parsings.sessions()],
    recover: async () => {
      const unfinished = deps.read.unfinishedSessions()
      const processes = await deps.endRunProcesses(unfinished)
      for (const id of unfinished) endInterrupted(deps, id)
      await deps.sandbox.recover(unfinished)
      const mirrors = await deps.workspace.sweepRunFolders([])
      return { interrupted: unfinished.length, processes, mirrors }
    },
  }
}

/** Of a prompt that is refused for its length no more is kept than would have been allowed. */
function cutPrompt({ prompt, policy }: RunRequest): string {
  const bytes = Buffer.from(prompt)
  const { promptBytes } = policy.limits
  return bytes.length <= promptBytes ? prompt : `${bytes.toString('utf8', 0, promptBytes)}${cutPromptMark}`
}

/** What would hold a run that no runtime takes is never asked. */
const notAsked = (): Result<never> =>
  failure('sandbox.closed', 'Nothing was chosen to hold a run that is not started.')

const unknownProject = () =>
  failure('store.not_found', 'This project is not in the list any more. Add it again.')

/**
 * A session that can't take its end, since it can't be read, doesn't keep the others from theirs. One that was being
 * parsed again goes: the one it was parsed from has everything.
 */
function endInterrupted(deps: BrokerDeps, sessionId: SessionId): void {
  const { error } = failure(
    'internal.interrupted',
    'Glovebox ended while this run was going on. Everything it had recorded is here; run it again to go on.',
  )
  try {
    if (wasParsed(deps, sessionId)) deps.write.deleteSession(sessionId)
    else
      deps.write.append(sessionId, [
        { at: deps.now(), body: { type: 'session.finished', status: 'interrupted', error, summary: null } },
      ])
  } catch (cause) {
    deps.log.error('the end of an interrupted run could not be stored', { sessionId, cause })
  }
}

function wasParsed({ read }: BrokerDeps, sessionId: SessionId): boolean {
  const body = read.firstEventOfType(sessionId, 'session.started')?.body
  return body?.type === 'session.started' && body.parsedFrom !== undefined
}
