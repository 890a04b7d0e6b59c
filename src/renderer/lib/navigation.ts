import { create } from 'zustand'
import type { ProjectId, SessionId } from '../../shared'

/** Where the window is. `run` without a session is the composer; with one, that run's live view. */
export type Place =
  | { readonly view: 'projects' }
  | { readonly view: 'run'; readonly sessionId: SessionId | null; readonly projectId: ProjectId | null }
  | { readonly view: 'sessions' }
  | { readonly view: 'replay'; readonly sessionId: SessionId; readonly frame: number | null }
  | { readonly view: 'compare'; readonly left: SessionId | null; readonly right: SessionId | null }
  /** The agent program's own lines of a session. */
  | { readonly view: 'native'; readonly sessionId: SessionId }
  /** `part`: id of the panel to lead to (see agentPart). */
  | { readonly view: 'settings'; readonly part?: string }

type Navigation = {
  readonly place: Place
  readonly past: readonly Place[]
  readonly go: (place: Place) => void
  readonly back: () => void
}

const maxPast = 50

export const useNavigation = create<Navigation>((set) => ({
  place: { view: 'projects' },
  past: [],
  go: (place) => set((now) => ({ place, past: [...now.past, now.place].slice(-maxPast) })),
  back: () =>
    set((now) => {
      const last = now.past.at(-1)
      return last === undefined ? now : { place: last, past: now.past.slice(0, -1) }
    }),
}))

/** Goes to a place from anywhere, also outside a component. */
export const go = (place: Place): void => useNavigation.getState().go(place)

/** The part of the settings that is about one agent program; null: about all of them. */
export const agentPart = (runtime: string | null): string =>
  runtime === null ? 'agents' : `agent-${runtime}`
