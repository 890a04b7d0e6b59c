import {
  type Done,
  done,
  type EventOf,
  failure,
  mirrorOnly,
  ok,
  type Result,
  type RunRequest,
  type RuntimeInfo,
  type SessionId,
  type SessionView,
} from '../../shared'
import type { BrokerDeps } from './deps'
import { performRun } from './perform-run'
import { createRunControl, type RunControl } from './run-control'

export type Broker = {
  /** Begins a run and answers with its session at once; what becomes of it, denials too, is in the session. */
  readonly start: (request: RunRequest) => Promise<Result<{ readonly sessionId: SessionId }>>
  readonly cancel: (sessionId: SessionId, by: EventOf<'cancel.requested'>['by']) => Result<Done>
  /** Cancels all runs that use a project's consent. */
  readonly cancelAll: (by: EventOf<'cancel.requested'>['by']) => Promise<void>
  readonly active: () => readonly SessionId[]
  /** Marks what a crash cut off as interrupted, ends its processes and removes its mirrors. Run once, before any start. */
  readonly recover: () => Promise<{
    readonly interrupted: number
    readonly processes: number
    readonly mirrors: number
  }>
}

export function createBroker(deps: BrokerDeps): Broker {
  const running = new Map<SessionId, { readonly control: RunControl; readonly finished: Promise<void> }>()

  const begin = (
    request: RunRequest,
    candidates: readonly RuntimeInfo[],
  ): Result<{ sessionId: SessionId }> => {
    const project = deps.read.project(request.projectId)
    if (project === null)
      return failure('store.not_found', 'This project is not in the list any more. Add it again.')
    const named = candidates.find((each) => each.name === (request.runtime ?? request.policy.runtimes[0]))
    const sessionId = deps.newSessionId()
    deps.write.createSession(sessionId, deps.now(), {
      type: 'session.started',
      projectId: project.id,
      projectName: project.name,
      projectPath: project.path,
      runtime: named?.name ?? null,
      runtimeTitle: named?.title ?? 'No agent',
      variant: request.variant,
      prompt: deps.redact(request.prompt),
      capabilities: request.policy.capabilities,
      limits: request.policy.limits,
      level: mirrorOnly,
    })
    const control = createRunControl()
    const finished = performRun(deps, { sessionId, project, request, control }).finally(() =>
      running.delete(sessionId),
    )
    running.set(sessionId, { control, finished })
    return ok({ sessionId })
  }

  return {
    start: async (request) =>
      begin(
        request,
        (await deps.candidates()).map(({ probe }) => probe.info),
      ),
    cancel: (sessionId, by) => {
      const run = running.get(sessionId)
      if (run === undefined) return failure('store.not_found', 'This run has ended already.')
      run.control.cancel(by)
      return done
    },
    cancelAll: async (by) => {
      const all = [...running.values()]
      for (const { control } of all) control.cancel(by)
      await Promise.all(all.map(({ finished }) => finished))
    },
    active: () => [...running.keys()],
    recover: async () => {
      const unfinished = deps.read.unfinishedSessions()
      const processes = await deps.endRunProcesses(unfinished.map(({ id }) => id))
      for (const session of unfinished) markInterrupted(deps, session)
      const mirrors = await deps.workspace.sweepRunFolders([])
      return { interrupted: unfinished.length, processes, mirrors }
    },
  }
}

function markInterrupted(deps: BrokerDeps, session: SessionView): void {
  const { error } = failure(
    'internal.interrupted',
    'Glovebox ended while this run was going on. Everything it had recorded is here; run it again to go on.',
  )
  deps.write.append(session.id, [
    { at: deps.now(), body: { type: 'session.finished', status: 'interrupted', error, summary: null } },
  ])
}
