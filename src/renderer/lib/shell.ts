import { create } from 'zustand'

type ShellStore = {
  /** The one thing that lies over the views: the command palette or the sheet of keys. */
  readonly over: 'palette' | 'keys' | null
  readonly show: (over: 'palette' | 'keys' | null) => void
}

export const useShell = create<ShellStore>((set) => ({ over: null, show: (over) => set({ over }) }))
