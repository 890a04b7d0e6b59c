import type { ProjectView } from '../../../shared'
import { call } from '../../lib/bridge'
import { plural } from '../../lib/format'
import { shortName } from '../../lib/names'
import { reloadProjects } from '../../lib/projects'
import { askConfirm, askConfirmWith, notify, notifyError } from '../../ui'

/** Takes the live consent of a project back, after asking; runs under way are cancelled with it if the user says so. */
export async function revokeConsent(project: ProjectView): Promise<void> {
  const { consent } = project
  const name = shortName(project.name)
  if (consent === null) return
  const running = await countRunning(project)
  const runs = running === 1 ? 'the run that is' : `the ${running} runs that are`
  const { agreed, also } = await askConfirmWith({
    title: `Revoke consent for ${name}?`,
    text: 'No new run can start on it until you grant again.',
    confirm: 'Revoke',
    cancel: 'Keep it',
    tone: 'stop',
    ...(running === 0
      ? {}
      : { also: { label: `Also cancel ${runs} going on under it`, on: true, confirm: 'Revoke and cancel' } }),
  })
  if (!agreed) return
  const result = await call('consent.revoke', { consentId: consent.id, cancelRuns: also })
  if (!result.ok) return notifyError(result.error)
  notify({
    tone: 'ok',
    text: `Consent for ${name} is revoked.${also ? ' What ran under it is being cancelled.' : running > 0 ? ' What has started goes on; cancel it in its view.' : ''}`,
  })
  await reloadProjects()
}

/** Runs of a project that go on now, as far as the newest sessions tell. */
async function countRunning({ id }: ProjectView): Promise<number> {
  const reply = await call('sessions.list', { projectId: id, before: null, limit: 50 })
  return reply.ok ? reply.value.sessions.filter(({ status }) => status === 'running').length : 0
}

/** Takes a project off the list, after asking. Its sessions stay. */
export async function removeProject(project: ProjectView): Promise<void> {
  const { sessions } = project
  const name = shortName(project.name)
  const kept =
    sessions === 0 ? '' : ` What ran on it stays: ${plural(sessions, 'session')} to replay and compare.`
  const agreed = await askConfirm({
    title: `Remove ${name} from the list?`,
    text: `The repository itself is not touched. Its consent ends.${kept}`,
    confirm: 'Remove',
    cancel: 'Keep it',
    tone: 'stop',
  })
  if (!agreed) return
  const result = await call('projects.remove', { projectId: project.id })
  if (!result.ok) return notifyError(result.error)
  notify({ tone: 'ok', text: `${name} is off the list.` })
  await reloadProjects()
  requestAnimationFrame(focusList)
}

/** The card that had the focus is gone: it goes to the list, or to the button of the first use. */
function focusList(): void {
  if (document.activeElement !== document.body) return
  const card = document.querySelector<HTMLElement>('main [data-card]')
  const next = card ?? document.querySelector<HTMLElement>('main button')
  next?.focus()
}
