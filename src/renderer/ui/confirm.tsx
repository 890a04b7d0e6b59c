import { type ReactNode, useRef, useState } from 'react'
import { create } from 'zustand'
import { Button } from './button'
import styles from './confirm.module.css'
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
  /** Something that may be done along with it. */
  readonly also?: {
    readonly label: string
    readonly on: boolean
    /** Names both acts: “Revoke and cancel”. */
    readonly confirm: string
  }
}

export type Answer = { readonly agreed: boolean; readonly also: boolean }
const no: Answer = { agreed: false, also: false }

type Asked = Question & { readonly id: number; readonly answer: (answer: Answer) => void }
const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }))
let nextId = 1

/** Asks before something that can’t be undone. True when the user agreed. */
export async function askConfirm(question: Question): Promise<boolean> {
  return (await askConfirmWith(question)).agreed
}

/** Asks, with what may be done along with it: whether the user agreed, and to that, too. */
export function askConfirmWith(question: Question): Promise<Answer> {
  useAsked.getState().asked?.answer(no)
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      useAsked.setState({ asked: null })
      resolve(given)
    }
    useAsked.setState({ asked: { ...question, id: nextId++, answer } })
  })
}

/** Shows what is asked. Once per page. */
export function ConfirmHost() {
  const asked = useAsked((state) => state.asked)
  // What is closing keeps its words until it is gone.
  const last = useRef<Asked | null>(null)
  if (asked !== null) last.current = asked
  const shown = asked ?? last.current
  return shown === null ? null : <Confirm key={shown.id} shown={shown} isOpen={asked !== null} />
}

function Confirm({ shown, isOpen }: { readonly shown: Asked; readonly isOpen: boolean }) {
  const [also, setAlso] = useState(shown.also?.on ?? false)
  return (
    <Dialog
      open={isOpen}
      onClose={() => shown.answer(no)}
      title={shown.title}
      description={shown.text}
      footer={
        <>
          <Button variant="ghost" onClick={() => shown.answer(no)}>
            {shown.cancel ?? 'Cancel'}
          </Button>
          <Button variant={shown.tone ?? 'go'} onClick={() => shown.answer({ agreed: true, also })}>
            {also && shown.also !== undefined ? shown.also.confirm : shown.confirm}
          </Button>
        </>
      }
    >
      {shown.also !== undefined && (
        <label className={styles.also}>
          <input type="checkbox" checked={also} onChange={(event) => setAlso(event.target.checked)} />
          {shown.also.label}
        </label>
      )}
    </Dialog>
  )
}
