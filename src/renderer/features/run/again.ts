import type { ProjectId, RuntimeName, SessionId, SessionView } from '../../../shared'
import { call } from '../../lib/bridge'
import { framePages } from '../../lib/frame-pages'
import { agentPart, go } from '../../lib/navigation'
import { useProjects } from '../../lib/projects'
import type { EndAction } from '../../timeline'
import { notifyError } from '../../ui'
import { draftOf, useDrafts } from './draft'

/** Opens the composer with what led to a session filled in; `showLimits` with its limits unfolded. */
export function runAgain(session: SessionView, showLimits = false): void {
  const project = useProjects.getState().projects?.find(({ id }) => id === session.projectId)
  const draft = draftOf(session, project?.consent?.capabilities ?? [])
  useDrafts.getState().change(session.projectId, { ...draft, showLimits })
  go({ view: 'run', sessionId: null, projectId: session.projectId })
}

/** Asks main to show the consent view of a project; `runtime` is in it from the start, where it can be used. */
export async function openConsent(projectId: ProjectId, runtime: RuntimeName | null = null): Promise<void> {
  const result = await call('consent.open', { projectId, runtime })
  if (!result.ok) notifyError(result.error)
}

/** Takes the step that the end of a session leads to. */
export function takeEndAction(action: EndAction, session: SessionView): void {
  switch (action) {
    case 'grant':
      void openConsent(session.projectId, session.runtime)
      break
    case 'raise_limit':
      runAgain(session, true)
      break
    case 'run_again':
    case 'change_request':
      runAgain(session)
      break
    case 'agents':
      go({ view: 'settings', part: agentPart(session.runtime) })
      break
    case 'level':
      go({ view: 'settings', part: 'sandbox' })
      break
    case 'projects':
      go({ view: 'projects' })
  }
}

/** Opens the replay at the frame that a timeline row belongs to; at the start when it comes before the first. */
export async function showRowInReplay(sessionId: SessionId, row: number): Promise<void> {
  const readPage = (after: number, limit: number) => call('sessions.frames', { sessionId, after, limit })
  let frame = 0
  for await (const page of framePages(readPage, 0)) {
    if (!page.ok) return notifyError(page.error)
    const found = page.value.frames.findLast(({ firstRow }) => firstRow <= row)
    if (found === undefined) break
    frame = found.frame
  }
  go({ view: 'replay', sessionId, frame })
}
