import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** What a view tells the strip at the bottom of the window. What it leaves out, the shell fills in. */
export type StripContent = {
  /** Project the view is about. */
  readonly project?: string | null
  /** Runtime the view is about. */
  readonly runtime?: string | null
  /** Level of enforcement of the session shown, in words. */
  readonly level?: string | null
  /** Free text at the right end: counts, what was stored. */
  readonly right?: ReactNode
}

type StripStore = { readonly content: StripContent; readonly set: (content: StripContent) => void }

export const useStripStore = create<StripStore>((set) => ({
  content: {},
  set: (content) => set({ content }),
}))

/** Shows `content` in the status strip while the component is mounted. `right` as a string, or memoised by the caller. */
export function useStatusStrip({ project, runtime, level, right }: StripContent): void {
  useEffect(() => {
    useStripStore
      .getState()
      .set({ project: project ?? null, runtime: runtime ?? null, level: level ?? null, right })
  }, [project, runtime, level, right])
  useEffect(() => () => useStripStore.getState().set({}), [])
}
