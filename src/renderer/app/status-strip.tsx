import { Box, FolderGit2, ShieldAlert, ShieldCheck } from 'lucide-react'
import { plural } from '../lib/format'
import { shortName } from '../lib/names'
import { go } from '../lib/navigation'
import { useProjects } from '../lib/projects'
import { useRunning } from '../lib/running'
import { useStripStore } from '../lib/status-strip'
import { LiveDot, Name } from '../ui'
import styles from './status-strip.module.css'

/** The line at the bottom: project, agent, level of enforcement; at the right what the view has to say. */
export function StatusStrip() {
  const content = useStripStore((state) => state.content)
  const projects = useProjects((state) => state.projects)
  const project = content.project ?? (projects === null ? null : plural(projects.length, 'project'))
  const level = content.level ?? null
  return (
    <footer className={styles.strip}>
      {project !== null && (
        <span className={styles.part}>
          <FolderGit2 size={13} aria-hidden />
          <Name of={project} className={styles.name} />
        </span>
      )}
      {content.runtime != null && (
        <span className={styles.part}>
          <Box size={13} aria-hidden />
          {content.runtime}
        </span>
      )}
      {level !== null && (
        <span className={styles.part} title={level.title}>
          {level.isCalm ? (
            <ShieldCheck size={13} aria-hidden className={styles.ok} />
          ) : (
            <ShieldAlert size={13} aria-hidden className={styles.warn} />
          )}
          {level.text}
        </span>
      )}
      <div className="grow" />
      <Running />
      {content.right != null && <span className={styles.right}>{content.right}</span>}
    </footer>
  )
}

/** How many runs go on now; leads to the newest of them. */
function Running() {
  const running = useRunning((state) => state.running)
  const [newest] = running
  if (newest === undefined) return null
  return (
    <button
      type="button"
      className={styles.running}
      title={`${newest.runtimeTitle} on ${shortName(newest.projectName)}: watch`}
      onClick={() => go({ view: 'run', sessionId: newest.id, projectId: newest.projectId })}
    >
      <LiveDot />
      {running.length} running
    </button>
  )
}
