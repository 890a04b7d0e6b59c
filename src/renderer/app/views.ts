import { Columns2, FolderGit2, History, type LucideIcon, Play, Settings } from 'lucide-react'
import type { Place } from '../lib/navigation'

export type RailView = {
  readonly title: string
  readonly icon: LucideIcon
  /** Where a click on it leads. */
  readonly place: Place
  /** The views it stands for in the rail. */
  readonly views: readonly Place['view'][]
}

/** The rail, top to bottom; Ctrl 1 … 5 in this order. */
export const railViews: readonly RailView[] = [
  { title: 'Projects', icon: FolderGit2, place: { view: 'projects' }, views: ['projects'] },
  { title: 'Run', icon: Play, place: { view: 'run', sessionId: null, projectId: null }, views: ['run'] },
  { title: 'Sessions', icon: History, place: { view: 'sessions' }, views: ['sessions', 'replay', 'native'] },
  {
    title: 'Compare',
    icon: Columns2,
    place: { view: 'compare', left: null, right: null },
    views: ['compare'],
  },
  { title: 'Settings', icon: Settings, place: { view: 'settings' }, views: ['settings'] },
]
