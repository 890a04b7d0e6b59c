import { useEffect } from 'react'
import { applyTheme } from '../lib/theme'
import { Button, ErrorState, Loading } from '../ui'
import { consentCall } from './client'
import { ConsentCard } from './consent-card'
import styles from './consent-page.module.css'
import { usePageCall } from './use-page-call'

const readPending = () => consentCall('consent.pending', {})
const decline = () => void consentCall('consent.decline', {})

/** The one page that can grant (I9). It shows what Glovebox itself knows; nothing that an agent has written. */
export function ConsentPage() {
  const pending = usePageCall(readPending)
  const theme = pending.state === 'ready' ? pending.value.theme : null
  useEffect(() => {
    if (theme !== null) applyTheme(theme)
  }, [theme])
  return (
    <div className={styles.veil}>
      {pending.state === 'ready' && <ConsentCard pending={pending.value} onDecline={decline} />}
      {pending.state === 'loading' && (
        <main className={styles.waiting} aria-label="Consent">
          <Loading label="Looking at the repository" rows={8} visible />
        </main>
      )}
      {pending.state === 'failed' && (
        <main className={styles.waiting} aria-label="Consent">
          <ErrorState title="Consent can’t be asked for" error={pending.error} onRetry={pending.retry}>
            <Button onClick={decline}>Close</Button>
          </ErrorState>
        </main>
      )}
      {pending.state !== 'ready' && <DeclineByEscape />}
    </div>
  )
}

function DeclineByEscape() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && decline()
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}
