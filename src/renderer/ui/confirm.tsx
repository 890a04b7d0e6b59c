import { type ReactNode, useRef } from 'react'
import { create } from 'zustand'
import { Button } from './button'
import { Dialog } from './dialog'

export type Question = {
  /** The question: “Remove sample-repo?” */
  readonly title: string
  /** What happens, and what stays. */
  readonly text: ReactNode
  /** Names the act: “Remove”. */
  readonly confirm: string
  /** Default: “Keep” for an act that ends something is clearer than “Cancel”. */
  readonly cancel?: string
  readonly tone?: 'go' | 'stop'
}

type Asked = Question & { readonly answer: (yes: boolean) => void }
const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }))

/** Asks before something that can’t be undone. True when the user agreed. */
export function askConfirm(question: Question): Promise<boolean> {
  useAsked.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useAsked.setState({ asked: null })
      resolve(yes)
    }
    useAsked.setState({ asked: { ...question, answer } })
  })
}

/** Shows what askConfirm asks. Once per page. */
export function ConfirmHost() {
  const asked = useAsked((state) => state.asked)
  // What is closing keeps its words until it is gone.
  const last = useRef<Asked | null>(null)
  if (asked !== null) last.current = asked
  const shown = asked ?? last.current
  if (shown === null) return null
  return (
    <Dialog
      open={asked !== null}
      onClose={() => shown.answer(false)}
      title={shown.title}
      description={shown.text}
      footer={
        <>
          <Button variant="ghost" onClick={() => shown.answer(false)}>
            {shown.cancel ?? 'Cancel'}
          </Button>
          <Button variant={shown.tone ?? 'go'} onClick={() => shown.answer(true)}>
            {shown.confirm}
          </Button>
        </>
      }
    />
  )
}
