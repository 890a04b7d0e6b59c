import { createContext, useCallback, useContext, useState } from 'react'
import type { RuntimeName, SessionId } from '../../shared'
import type { EndAction } from './words/end-words'

/** What the rows of one timeline share. `kept` remembers what the reader opened, also of rows that scrolled away. */
export type TimelineContext = {
  readonly sessionId: SessionId
  readonly runtime: RuntimeName | null
  /** What the agent is called. */
  readonly agent: string
  readonly startedAt: number
  /** Null while the session goes on: only then does a wait count down. */
  readonly endedAt: number | null
  /** What speaks against a run that ended by itself; null: nothing. */
  readonly finding: string | null
  /** Whether it was ended on purpose: that its program did not end well is no news then. */
  readonly isCancelled: boolean
  /** Whether its level held that nothing outside the copy was changed. */
  readonly isKeptIn: boolean
  readonly callTitle: (callId: string) => string | undefined
  readonly kept: Map<string, boolean>
  /** Whether rows show what they changed line by line: not where that is shown beside them. */
  readonly hasDiffs: boolean
  readonly onAction: ((action: EndAction) => void) | null
  readonly onShowInReplay: ((row: number) => void) | null
}

const Context = createContext<TimelineContext | null>(null)
export const TimelineProvider = Context.Provider

/** The timeline a row stands in. */
export function useTimeline(): TimelineContext {
  const context = useContext(Context)
  if (context === null) throw new Error('A row is drawn inside a timeline only.')
  return context
}

/** Whether something in a row is open: as the reader left it, else `initially`. */
export function useKept(key: string, initially = false): readonly [boolean, (open: boolean) => void] {
  const { kept } = useTimeline()
  const [open, setOpen] = useState(() => kept.get(key) ?? initially)
  const set = useCallback(
    (next: boolean) => {
      kept.set(key, next)
      setOpen(next)
    },
    [kept, key],
  )
  return [open, set]
}
