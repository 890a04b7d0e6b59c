import { RotateCw, Wrench } from 'lucide-react'
import type { SessionView } from '../../../shared'
import { nextAction } from '../../lib/next-action'
import { signInNow } from '../../lib/sign-in-now'
import { Button } from '../../ui'
import { runAgain, takeEndAction } from './again'

/** What to do about how a session ended: its way out where it has one, else to run it again. */
export function NextButton({ view }: { readonly view: SessionView }) {
  const next = nextAction(view.status, view.error, signInNow(view.runtime))
  if (next === null || next.type === 'run_again')
    return (
      <Button icon={RotateCw} title={next?.hint ?? undefined} onClick={() => runAgain(view)}>
        Run again
      </Button>
    )
  return (
    <Button
      icon={Wrench}
      title={[view.error?.message, next.hint].filter(Boolean).join(' ')}
      onClick={() => takeEndAction(next.type, view)}
    >
      {next.label}
    </Button>
  )
}
