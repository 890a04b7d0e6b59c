import { CompareView } from '../features/compare'
import { NativeView } from '../features/native'
import { ProjectsView } from '../features/projects'
import { ReplayView } from '../features/replay'
import { RunView } from '../features/run'
import { SessionsView } from '../features/sessions'
import { SettingsView } from '../features/settings'
import type { Place } from '../lib/navigation'

/** The view of a place. To add a view: a place in lib/navigation.ts, its folder in features, a line here and in views.ts. */
export function ViewOfPlace({ place }: { readonly place: Place }) {
  switch (place.view) {
    case 'projects':
      return <ProjectsView />
    case 'run':
      return <RunView />
    case 'sessions':
      return <SessionsView />
    case 'replay':
      return <ReplayView />
    case 'compare':
      return <CompareView />
    case 'native':
      return <NativeView />
    case 'settings':
      return <SettingsView />
  }
}
