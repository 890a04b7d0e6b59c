import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** How a run is held, for the strip. */
export type StripLevel = {
  readonly text: string
  /** Nothing to warn of. */
  readonly isCalm: boolean
  /** The whole of it, on hover. */
  readonly title: string
}

/** What a view tells the strip at the bottom of the window. What it leaves out, the shell fills in. */
export type StripContent = {
  /** Project the view is about. */
  readonly project?: string | null
  /** Runtime the view is about. */
  readonly runtime?: string | null
  /** How the session shown is held, or the run that is being composed would be. */
  readonly level?: StripLevel | null
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
  const text = level?.text ?? null
  const title = level?.title ?? ''
  const isCalm = level?.isCalm ?? false
  useEffect(() => {
    useStripStore.getState().set({
      project: project ?? null,
      runtime: runtime ?? null,
      level: text === null ? null : { text, title, isCalm },
      right,
    })
  }, [project, runtime, text, title, isCalm, right])
  useEffect(() => () => useStripStore.getState().set({}), [])
}
