import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { SessionView } from '../../../shared'
import { call } from '../../lib/bridge'
import { go } from '../../lib/navigation'
import { askConfirm, Button, notify, notifyError } from '../../ui'

/** Builds a new session from the native lines with today's parser. The one at hand stays as it is (I4). */
export function ParseAgain({ view }: { readonly view: SessionView }) {
  const [isBusy, setBusy] = useState(false)
  const parse = async (): Promise<void> => {
    const agreed = await askConfirm({
      title: 'Parse these lines again?',
      text: 'This version of Glovebox reads the agent’s own lines anew and makes a new session of them. No agent runs and nothing is sent. This session stays as it is.',
      confirm: 'Parse again',
      cancel: 'Not now',
    })
    if (!agreed) return
    setBusy(true)
    const reply = await call('sessions.parse_again', { sessionId: view.id })
    setBusy(false)
    if (!reply.ok) return notifyError(reply.error)
    notify({ tone: 'ok', text: 'Parsed again. This is the new session; the earlier one is as it was.' })
    go({ view: 'run', sessionId: reply.value.sessionId, projectId: view.projectId })
  }
  return (
    <Button
      icon={RefreshCw}
      busy={isBusy}
      disabled={view.status === 'running'}
      title={
        view.status === 'running'
          ? 'Once the run has ended'
          : 'Makes a new session from these lines with the parser of this version'
      }
      onClick={() => void parse()}
    >
      {isBusy ? 'Parsing…' : 'Parse again…'}
    </Button>
  )
}
