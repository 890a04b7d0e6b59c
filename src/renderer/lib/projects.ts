import { create } from 'zustand'
import type { GloveboxError, ProjectView } from '../../shared'
import { call } from './bridge'
import { onChange } from './changes'

type ProjectsStore = {
  /** Null until they were read for the first time. */
  readonly projects: readonly ProjectView[] | null
  readonly error: GloveboxError | null
}

/** The user's projects, read once for the whole window: each reading asks git about every one of them. */
export const useProjects = create<ProjectsStore>(() => ({ projects: null, error: null }))

let reading = false
let again = false

/** Reads the projects; what asks while it reads is served by one more reading. */
export async function reloadProjects(): Promise<void> {
  if (reading) {
    again = true
    return
  }
  reading = true
  do {
    again = false
    const result = await call('projects.list', {})
    if (result.ok) useProjects.setState({ projects: result.value, error: null })
    else useProjects.setState({ error: result.error })
  } while (again)
  reading = false
}

/** Keeps the projects up to date. The shell calls it once. A run may use up a consent, so sessions count, too. */
export function watchProjects(): () => void {
  void reloadProjects()
  return onChange(({ topic }) => {
    if (topic === 'projects' || topic === 'sessions' || topic === 'consent_view') void reloadProjects()
  })
}
