import { useEffect, useRef, useState } from 'react'
import type { GloveboxError } from '../../shared'
import type { CallOutput } from '../../shared/ipc'
import { modelAskers } from '../lib/consent-words'
import { useNow } from '../ui'
import { CapabilityList } from './capability-list'
import { CardFoot } from './card-foot'
import { CardHead } from './card-head'
import { consentCall } from './client'
import styles from './consent-card.module.css'
import { type Draft, grantedCapabilities, grantOf, liveGrant, startDraft } from './draft'
import { EffectColumn } from './effect-column'
import { hostsMissing, readHosts } from './host-rules'
import { InForce } from './in-force'
import { InventoryLine } from './inventory-line'
import { InventorySheet } from './inventory-sheet'
import { limitTexts, readLimits } from './limit-fields'
import { LimitsSection } from './limits-section'
import { useFocusTrap } from './use-focus-trap'
import { usePageCall } from './use-page-call'

const readInventory = () => consentCall('consent.inventory', {})

const readLevel = () => consentCall('consent.level', {})

export type Pending = CallOutput<'consent.pending'>

export type ConsentCardProps = { readonly pending: Pending; readonly onDecline: () => void }

/** What may be done on one repository, by whom and for how long; and the one button that grants it. */
export function ConsentCard({ pending, onDecline }: ConsentCardProps) {
  const { project, runtimes, asked } = pending
  const measured = usePageCall(readLevel)
  const level = measured.state === 'ready' ? measured.value.level : null
  const inForce = liveGrant(project)
  const inventory = usePageCall(readInventory)
  const now = useNow()
  const [draft, setDraft] = useState(() => startDraft(project, runtimes, Date.now(), asked))
  const [texts, setTexts] = useState(() => limitTexts(inForce?.limits ?? pending.limits))
  /** While all files are listed: how high the card was before, so that it stays so. Null: they are not. */
  const [sheetHeight, setSheetHeight] = useState<number | null>(null)
  const [error, setError] = useState<GloveboxError | null>(null)
  const [granting, setGranting] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useFocusTrap(card)
  useEscape(() => (sheetHeight === null ? onDecline() : setSheetHeight(null)))

  const files = inventory.state === 'ready' ? inventory.value : null
  const floors = files === null ? {} : { mirroredFiles: files.files.length, mirroredBytes: files.bytes }
  const grantAt = (time: number) => grantOf(draft, runtimes, readLimits(texts, floors), time)
  const granted = grantedCapabilities(draft, runtimes)
  const hosts = readHosts(draft.hosts)
  const titleOf = (runtime: string) => runtimes.find(({ name }) => name === runtime)?.title ?? runtime
  const chosen = runtimes.filter(({ name }) => draft.runtimes.includes(name))
  const who = chosen.map(({ title }) => title)
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
      style={sheetHeight === null ? undefined : { height: sheetHeight }}
      role="dialog"
      aria-modal="true"
      aria-labelledby="consent-title"
      tabIndex={-1}
    >
      <main className={styles.scroll}>
        <CardHead project={project} runtimes={runtimes} draft={draft} onChange={change} />
        {sheetHeight !== null && files !== null ? (
          <InventorySheet inventory={files} onBack={() => setSheetHeight(null)} />
        ) : (
          <div className={styles.columns}>
            <div className={styles.left}>
              {inForce !== null && (
                <InForce consent={inForce} grant={grantAt(now)} titleOf={titleOf} now={now} />
              )}
              <CapabilityList
                draft={draft}
                runtimes={runtimes}
                inventory={files}
                level={level}
                onChange={change}
              />
              <LimitsSection level={level} texts={texts} floors={floors} onChange={setTexts} />
              <InventoryLine
                inventory={inventory}
                onSeeAll={() => setSheetHeight(card.current?.offsetHeight ?? null)}
              />
            </div>
            <EffectColumn
              who={who}
              askers={modelAskers(chosen)}
              granted={granted}
              files={files?.files.length ?? null}
              hosts={hosts.hosts}
              measured={measured}
            />
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
        missing={granted.includes('reach_network') ? hostsMissing(hosts) : null}
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
