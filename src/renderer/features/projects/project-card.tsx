import {
  Ban,
  Check,
  Clock,
  Copy,
  Ellipsis,
  FolderGit2,
  History,
  Play,
  Shield,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { inert, type ProjectView, type RuntimeInfo } from '../../../shared'
import { backendName } from '../../level'
import { ableWords, listWords, modelAskers } from '../../lib/consent-words'
import { formatBytes, formatDuration, plural } from '../../lib/format'
import { shortName } from '../../lib/names'
import { go } from '../../lib/navigation'
import { useSettings } from '../../lib/settings'
import {
  Button,
  Chip,
  ContextMenu,
  DropdownMenu,
  IconButton,
  type MenuEntry,
  Name,
  type Tone,
  useNow,
} from '../../ui'
import { openConsent } from './add-projects'
import { consentStateWords } from './consent-state-words'
import { PreferredAgent } from './preferred-agent'
import { removeProject, revokeConsent } from './project-acts'
import styles from './project-card.module.css'

export type ProjectCardProps = {
  readonly project: ProjectView
  readonly runtimes: readonly RuntimeInfo[]
  readonly titleOf: (runtime: string) => string
  readonly onHistory: () => void
  readonly onSandbox: () => void
}

const icons: Readonly<Record<Tone, typeof Check | undefined>> = {
  ok: Check,
  warn: Clock,
  bad: Ban,
  neutral: undefined,
}

/** One project: where it is, what agents may do on it, and what can be done with it. */
export function ProjectCard({ project, runtimes, titleOf, onHistory, onSandbox }: ProjectCardProps) {
  const words = consentStateWords(project, titleOf, useNow())
  const { name, path, head, problem, sessions } = project
  const run = () => go({ view: 'run', sessionId: null, projectId: project.id })
  const entries = menuOf(project, run, onHistory, onSandbox)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') run()
    if (event.key === 'Delete') void removeProject(project)
  }
  return (
    <ContextMenu entries={entries}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move from card to card, and the menu key opens its menu */}
      <article className={styles.card} tabIndex={0} data-card aria-label={inert(name)} onKeyDown={onKeyDown}>
        <span className={styles.mark}>
          <FolderGit2 size={18} aria-hidden />
        </span>
        <div className={styles.words}>
          <div className={styles.line}>
            <h2 className={styles.name}>
              <Name of={name} />
            </h2>
            <Chip tone={words.tone} icon={icons[words.tone]}>
              {words.state}
            </Chip>
            <span className={styles.sentence}>{words.sentence}</span>
          </div>
          <div className={styles.place} data-selectable>
            <Name of={path} className="truncate" />
            {head !== null && <Name of={head} className={styles.head} />}
          </div>
          {problem !== null && (
            <p className={styles.problem}>
              <Ban size={13} aria-hidden />
              {problem}
            </p>
          )}
          {project.consentState === 'live' && <Allowed project={project} runtimes={runtimes} />}
          <PreferredAgent project={project} runtimes={runtimes} titleOf={titleOf} />
          <OwnSandbox project={project} onSandbox={onSandbox} />
        </div>
        <div className={styles.acts}>
          {sessions > 0 && (
            <Button variant="ghost" onClick={() => go({ view: 'sessions' })}>
              {plural(sessions, 'session')}
            </Button>
          )}
          <Button onClick={() => void openConsent(project)}>Consent…</Button>
          <Button icon={Play} onClick={run} disabled={problem !== null}>
            Run…
          </Button>
          <DropdownMenu
            trigger={<IconButton icon={Ellipsis} label={`More for ${shortName(name)}`} />}
            entries={entries}
          />
        </div>
      </article>
    </ContextMenu>
  )
}

/** That a project has an order of sandboxes of its own: nothing where it follows the settings. */
function OwnSandbox({
  project: { id },
  onSandbox,
}: {
  readonly project: ProjectView
  readonly onSandbox: () => void
}) {
  const own = useSettings((state) => state.settings.sandbox.projects[id])
  if (own === undefined) return null
  return (
    <div className={styles.preferred}>
      <Button size="small" variant="ghost" icon={Shield} onClick={onSandbox}>
        Sandbox:{' '}
        {own.length === 0 ? 'none may be used' : own.map((each) => backendName(each)).join(', then ')}
      </Button>
    </div>
  )
}

/** What the live consent allows, and up to where. */
function Allowed({
  project: { consent },
  runtimes,
}: {
  readonly project: ProjectView
  readonly runtimes: readonly RuntimeInfo[]
}) {
  if (consent === null) return null
  const askers = modelAskers(runtimes.filter(({ name }) => consent.runtimes.includes(name)))
  const { wallTimeMs, changedFiles, outputBytes } = consent.limits
  const limits = `${formatDuration(wallTimeMs)}, ${plural(changedFiles, 'changed file')}, ${formatBytes(outputBytes)} of output`
  return (
    <p className={styles.allowed}>
      May {listWords(ableWords(consent.capabilities, null, askers, consent.hosts ?? []))}. At most {limits}.
    </p>
  )
}

function menuOf(
  project: ProjectView,
  run: () => void,
  onHistory: () => void,
  onSandbox: () => void,
): readonly MenuEntry[] {
  return [
    { type: 'item', label: 'Run…', icon: Play, onSelect: run, disabled: project.problem !== null },
    { type: 'item', label: 'Consent…', icon: ShieldCheck, onSelect: () => void openConsent(project) },
    { type: 'item', label: 'History of consent', icon: History, onSelect: onHistory },
    { type: 'item', label: 'Sandbox…', icon: Shield, onSelect: onSandbox },
    {
      type: 'item',
      label: 'Copy path',
      icon: Copy,
      onSelect: () => void navigator.clipboard.writeText(project.path),
    },
    { type: 'separator' },
    {
      type: 'item',
      label: 'Revoke consent…',
      icon: Ban,
      tone: 'stop',
      disabled: project.consentState !== 'live',
      onSelect: () => void revokeConsent(project),
    },
    {
      type: 'item',
      label: 'Remove from the list…',
      icon: Trash2,
      tone: 'stop',
      onSelect: () => void removeProject(project),
    },
  ]
}
