import type { ProjectView } from '../../../shared'
import { shortName } from '../../lib/names'
import { nextAction } from '../../lib/next-action'
import { formatRelative } from '../../lib/time'
import type { RuntimeChoice } from './runtime-choice'

/** Why a run can't be started as it stands, and the way out. */
export type Obstacle = {
  readonly title: string
  readonly text: string
  readonly way: { readonly type: 'consent' | 'projects' | 'agents'; readonly label: string } | null
}

/** What is in the way of a run on `project` with the runtime that is chosen; null when nothing is. */
export function findObstacle(
  project: ProjectView,
  chosen: RuntimeChoice | undefined,
  now: number,
): Obstacle | null {
  if (project.problem !== null)
    return {
      title: 'This project can’t be run',
      text: project.problem,
      way: { type: 'projects', label: 'See the project' },
    }
  const missing = missingConsent(project, now)
  if (missing !== null) return missing
  if (chosen === undefined)
    return {
      title: 'No agent was found',
      text: 'Glovebox knows no agent program on this machine.',
      way: { type: 'agents', label: 'See what was probed' },
    }
  if (chosen.problem === null) return null
  const { unavailable, title } = chosen.info
  const next = unavailable === null ? null : nextAction('unavailable', unavailable)
  return {
    title: `${title} can’t be run here`,
    text: [chosen.problem, next?.hint].filter((part) => part != null).join(' '),
    way:
      next === null
        ? { type: 'consent', label: 'Change consent…' }
        : { type: 'agents', label: next.type === 'agents' ? next.label : 'See what was found' },
  }
}

function missingConsent({ name, consent, consentState }: ProjectView, now: number): Obstacle | null {
  const way = (label: string) => ({ type: 'consent' as const, label })
  switch (consentState) {
    case 'live':
      return null
    case null:
      return {
        title: `${shortName(name)} has no consent yet`,
        text: 'No agent may read a file of it until you grant that. You choose what, how much and for how long.',
        way: way('Grant consent…'),
      }
    case 'consumed':
      return {
        title: 'Your consent was for one run, which has started',
        text: `It was used up ${formatRelative(consent?.consumedAt ?? now, now)}. Another run needs a new consent.`,
        way: way('Grant again…'),
      }
    case 'expired':
      return {
        title: 'Your consent has expired',
        text: `It ended ${consent?.scope.type === 'until' ? formatRelative(consent.scope.at, now) : 'since'}. Another run needs a new consent.`,
        way: way('Renew consent…'),
      }
    case 'revoked':
      return {
        title: 'You revoked the consent for this project',
        text: `That was ${formatRelative(consent?.revokedAt ?? now, now)}. No agent may read a file of it until you grant again.`,
        way: way('Grant consent…'),
      }
  }
}
