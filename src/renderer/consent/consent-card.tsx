import { useEffect, useReducer, useRef, useState } from 'react'
import type { GloveboxError } from '../../shared'
import type { CallOutput } from '../../shared/ipc'
import { useNow } from '../ui'
import { CapabilityList } from './capability-list'
import { CardFoot } from './card-foot'
import { CardHead } from './card-head'
import { consentCall } from './client'
import styles from './consent-card.module.css'
import { type Draft, grantedCapabilities, grantOf, startDraft } from './draft'
import { EffectColumn } from './effect-column'
import { InventoryLine } from './inventory-line'
import { InventorySheet } from './inventory-sheet'
import { limitTexts, readLimits } from './limit-fields'
import { LimitsSection } from './limits-section'
import { useFocusTrap } from './use-focus-trap'
import { usePageCall } from './use-page-call'

const readInventory = () => consentCall('consent.inventory', {})

export type Pending = CallOutput<'consent.pending'>

export type ConsentCardProps = { readonly pending: Pending; readonly onDecline: () => void }

/** What may be done on one repository, by whom and for how long; and the one button that grants it. */
export function ConsentCard({ pending, onDecline }: ConsentCardProps) {
  const { project, runtimes, level } = pending
  const inventory = usePageCall(readInventory)
  const now = useNow()
  const [draft, setDraft] = useState(() => startDraft(project, runtimes, Date.now()))
  const [texts, setTexts] = useState(() => limitTexts(pending.limits))
  const [sheet, setSheet] = useReducer((_: boolean, open: boolean) => open, false)
  const [error, setError] = useState<GloveboxError | null>(null)
  const [granting, setGranting] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useFocusTrap(card)
  useEscape(() => (sheet ? setSheet(false) : onDecline()))

  const files = inventory.state === 'ready' ? inventory.value : null
  const floors = files === null ? {} : { mirroredFiles: files.files.length, mirroredBytes: files.bytes }
  const grantAt = (time: number) => grantOf(draft, runtimes, readLimits(texts, floors), time)
  const granted = grantedCapabilities(draft, runtimes)
  const who = runtimes.filter(({ name }) => draft.runtimes.includes(name)).map(({ title }) => title)
  const change = (next: Draft) => {
    setError(null)
    setDraft(next)
  }
  const give = async () => {
    const grant = grantAt(Date.now())
    if (grant === null) return
    setGranting(true)
    const result = await consentCall('consent.grant', grant)
    // Main closes this page with the grant; it is still there only when that failed.
    setGranting(false)
    if (!result.ok) setError(result.error)
  }

  return (
    <div
      ref={card}
      className={styles.card}
      role="dialog"
      aria-modal="true"
      aria-labelledby="consent-title"
      tabIndex={-1}
    >
      <main className={styles.scroll}>
        <CardHead project={project} runtimes={runtimes} draft={draft} onChange={change} />
        {sheet && files !== null ? (
          <InventorySheet inventory={files} onBack={() => setSheet(false)} />
        ) : (
          <div className={styles.columns}>
            <div className={styles.left}>
              <CapabilityList draft={draft} runtimes={runtimes} inventory={files} onChange={change} />
              <LimitsSection level={level} texts={texts} floors={floors} onChange={setTexts} />
              <InventoryLine inventory={inventory} onSeeAll={() => setSheet(true)} />
            </div>
            <EffectColumn who={who} granted={granted} files={files?.files.length ?? null} level={level} />
          </div>
        )}
      </main>
      <CardFoot
        draft={draft}
        who={who}
        granted={granted}
        projectName={project.name}
        ready={files !== null && grantAt(now) !== null}
        granting={granting}
        problem={error?.message ?? null}
        now={now}
        onChange={change}
        onDecline={onDecline}
        onGrant={() => void give()}
      />
    </div>
  )
}

function useEscape(onEscape: () => void): void {
  const newest = useRef(onEscape)
  newest.current = onEscape
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) newest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
