import { create } from 'zustand'
import { defaultSettings, type Settings } from '../../shared'

type SettingsStore = {
  readonly settings: Settings
  /** False until the stored settings were read: views that remember sizes wait for it. */
  readonly loaded: boolean
  /** Takes settings that main reported. */
  readonly take: (settings: Settings) => void
  /** Changes some settings here at once and stores them. */
  readonly update: (patch: Partial<Settings>) => void
  /** How a change is stored. The app page sets it; a page without it keeps changes to itself. */
  readonly connect: (store: (patch: Partial<Settings>) => void) => void
}

/** The user's settings as this window knows them. */
export const useSettings = create<SettingsStore>((set) => {
  let store: (patch: Partial<Settings>) => void = () => undefined
  return {
    settings: defaultSettings,
    loaded: false,
    take: (settings) => set({ settings, loaded: true }),
    update: (patch) => {
      set((now) => ({ settings: { ...now.settings, ...patch } }))
      store(patch)
    },
    connect: (next) => {
      store = next
    },
  }
})
