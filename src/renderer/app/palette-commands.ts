import {
  ClipboardCopy,
  Columns2,
  FlaskConical,
  FolderOpen,
  History,
  Keyboard,
  type LucideIcon,
  Monitor,
  Moon,
  Play,
  RefreshCw,
  Shield,
  ShieldCheck,
  Sun,
} from 'lucide-react'
import { inert, type ProjectView, type SessionView, type Theme } from '../../shared'
import { firstLine } from '../lib/format'
import type { KeySpec } from '../lib/keys'
import { shortName } from '../lib/names'
import type { Place } from '../lib/navigation'
import { outcomeWord } from '../lib/outcome'
import { railViews } from './views'

export type PaletteCommand = {
  /** Unique; not shown. */
  readonly id: string
  readonly title: string
  readonly detail?: string
  readonly icon: LucideIcon
  readonly keys?: KeySpec
  readonly run: () => void
}
export type PaletteGroup = { readonly title: string; readonly commands: readonly PaletteCommand[] }

/** What the commands do, passed in so that the list itself can be made and tested without a window. */
export type PaletteActs = {
  readonly go: (place: Place) => void
  readonly openConsent: (project: ProjectView) => void
  readonly chooseProject: () => void
  readonly addSample: () => void
  readonly setTheme: (theme: Theme) => void
  readonly probeAgain: () => void
  readonly probeSandboxes: () => void
  readonly copySandboxReport: () => void
  readonly showKeys: () => void
}

/** All commands, in groups, in the order in which they are offered before anything was typed. */
export function paletteGroups(
  projects: readonly ProjectView[],
  sessions: readonly SessionView[],
  acts: PaletteActs,
): readonly PaletteGroup[] {
  const groups: readonly PaletteGroup[] = [
    { title: 'Go to', commands: viewCommands(acts) },
    { title: 'Projects', commands: projects.flatMap((project) => projectCommands(project, acts)) },
    { title: 'Recent sessions', commands: sessions.flatMap((session) => sessionCommands(session, acts)) },
    { title: 'Glovebox', commands: appCommands(acts) },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}

function viewCommands({ go }: PaletteActs): readonly PaletteCommand[] {
  return railViews.map(({ title, icon, place }, index) => ({
    id: `view ${place.view}`,
    title,
    icon,
    keys: `mod+${index + 1}`,
    run: () => go(place),
  }))
}

function projectCommands(project: ProjectView, { go, openConsent }: PaletteActs): readonly PaletteCommand[] {
  const { id } = project
  const name = shortName(project.name)
  const path = inert(project.path)
  return [
    {
      id: `run ${id}`,
      title: `Run on ${name}…`,
      detail: path,
      icon: Play,
      run: () => go({ view: 'run', sessionId: null, projectId: id }),
    },
    {
      id: `consent ${id}`,
      title: `Consent for ${name}…`,
      detail: path,
      icon: ShieldCheck,
      run: () => openConsent(project),
    },
  ]
}

function sessionCommands(session: SessionView, { go }: PaletteActs): readonly PaletteCommand[] {
  const words = firstLine(session.prompt, 60)
  const detail = `${session.runtimeTitle} on ${shortName(session.projectName)}, ${outcomeWord(session)}`
  return [
    {
      id: `replay ${session.id}`,
      title: `Replay “${words}”`,
      detail,
      icon: History,
      run: () => go({ view: 'replay', sessionId: session.id, frame: null }),
    },
    {
      id: `compare ${session.id}`,
      title: `Compare “${words}” with…`,
      detail,
      icon: Columns2,
      run: () => go({ view: 'compare', left: session.id, right: null }),
    },
  ]
}

function appCommands(acts: PaletteActs): readonly PaletteCommand[] {
  return [
    { id: 'choose', title: 'Add a repository…', icon: FolderOpen, keys: 'mod+o', run: acts.chooseProject },
    { id: 'sample', title: 'Open the sample repository', icon: FlaskConical, run: acts.addSample },
    { id: 'probe', title: 'Probe the agents again', icon: RefreshCw, run: acts.probeAgain },
    { id: 'probe sandboxes', title: 'Probe the sandboxes again', icon: Shield, run: acts.probeSandboxes },
    {
      id: 'sandbox report',
      title: 'Copy sandbox report',
      detail: 'What each sandbox holds on this machine, for a bug report',
      icon: ClipboardCopy,
      run: acts.copySandboxReport,
    },
    { id: 'theme system', title: 'Theme: as the system', icon: Monitor, run: () => acts.setTheme('system') },
    { id: 'theme light', title: 'Theme: light', icon: Sun, run: () => acts.setTheme('light') },
    { id: 'theme dark', title: 'Theme: dark', icon: Moon, run: () => acts.setTheme('dark') },
    { id: 'keys', title: 'Keys of this view', icon: Keyboard, keys: '?', run: acts.showKeys },
  ]
}
