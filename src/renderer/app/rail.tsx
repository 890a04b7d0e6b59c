import { Box, Command } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '../lib/cx'
import { formatCount } from '../lib/format'
import { isMac } from '../lib/hotkeys'
import { ariaKey, keyLabel } from '../lib/keys'
import { go, type Place, useNavigation } from '../lib/navigation'
import { useProjects } from '../lib/projects'
import { useRunning } from '../lib/running'
import { useShell } from '../lib/shell'
import { useCall } from '../lib/use-call'
import { Kbd, LiveDot } from '../ui'
import styles from './rail.module.css'
import { railViews } from './views'

/** The rail at the left: the views with their counts, the commands at the bottom. */
export function Rail() {
  const place = useNavigation((state) => state.place)
  const projects = useProjects((state) => state.projects)
  const sessions = useCall('sessions.list', { projectId: null, before: null, limit: 1 }, ['sessions'])
  const total = sessions.value?.total
  const counts: Partial<Record<Place['view'], number | undefined>> = {
    projects: projects?.length,
    sessions: total,
  }
  const last = useLastPlaces(place)
  const running = useRunning((state) => state.running.length)
  return (
    <nav className={styles.rail} aria-label="Views">
      <div className={styles.brand}>
        <span className={styles.mark}>
          <Box size={18} aria-hidden />
        </span>
        Glovebox
      </div>
      {railViews.map(({ title, icon: Icon, place: first, views }, index) => {
        const on = views.includes(place.view)
        const count = counts[first.view]
        return (
          <button
            key={title}
            type="button"
            className={cx(styles.item, on && styles.on)}
            title={`${title} (${keyLabel(`mod+${index + 1}`, isMac)})${first.view === 'run' && running > 0 ? `: ${running} running` : ''}`}
            aria-current={on ? 'page' : undefined}
            aria-keyshortcuts={ariaKey(`mod+${index + 1}`, isMac)}
            onClick={() => go(on ? first : (last.current.get(first.view) ?? first))}
          >
            <Icon size={16} aria-hidden />
            <span className={styles.word}>{title}</span>
            {first.view === 'run' && running > 0 && (
              <span className={styles.live}>
                <LiveDot />
                <span className="sr-only">{running} running</span>
              </span>
            )}
            {count !== undefined && count > 0 && <span className={styles.count}>{formatCount(count)}</span>}
          </button>
        )
      })}
      <div className="grow" />
      <button
        type="button"
        className={styles.item}
        aria-keyshortcuts={ariaKey('mod+k', isMac)}
        onClick={() => useShell.getState().show('palette')}
      >
        <Command size={14} aria-hidden />
        <span className={styles.word}>Commands</span>
        <span className={styles.keys} aria-hidden>
          <Kbd keys="mod+k" />
        </span>
      </button>
    </nav>
  )
}

/** Where each of the rail's views was left: coming back leads there, a second click to its first page. */
function useLastPlaces(place: Place) {
  const last = useRef(new Map<Place['view'], Place>())
  const entry = railViews.find(({ views }) => views.includes(place.view))
  if (entry !== undefined) last.current.set(entry.place.view, place)
  return last
}
