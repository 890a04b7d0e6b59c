import { LoaderCircle, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GloveboxError, Level, LevelPreview } from '../../../shared'
import { LevelList, levelSentence, levelTone, noLevelWords } from '../../level'
import { cx } from '../../lib/cx'
import { go } from '../../lib/navigation'
import { capitalised } from '../../lib/status-words'
import type { Loaded } from '../../lib/use-call'
import { Button, Disclosure } from '../../ui'
import styles from './level-line.module.css'

export type LevelLineProps = { readonly preview: Loaded<LevelPreview> }

/** How the run would be held, in one line before it starts; all of it on demand. */
export function LevelLine({ preview }: LevelLineProps) {
  const { value } = preview
  if (value === null && preview.state !== 'failed')
    return (
      <Line tone="wait" icon={<LoaderCircle size={15} aria-hidden />}>
        <p className="dim">
          Looking at what this machine can hold a run with. The first time takes some seconds.
        </p>
      </Line>
    )
  const error = preview.state === 'failed' ? preview.error : (value?.error ?? null)
  const level = value?.level ?? null
  if (level === null) return <NotHeld error={error} />
  return <Held level={level} asks={value?.asks ?? false} />
}

function Held({ level, asks }: { readonly level: Level; readonly asks: boolean }) {
  const isCalm = levelTone(level) === 'ok' && !asks
  const Icon = isCalm ? ShieldCheck : ShieldAlert
  return (
    <Line tone={isCalm ? 'ok' : 'warn'} icon={<Icon size={15} aria-hidden />}>
      <p>{levelSentence(level)}</p>
      {asks && <p className="dim">You are asked once more before it starts.</p>}
      <div className={styles.foot}>
        <Disclosure summary="What is held, and what is not" className={styles.all}>
          <LevelList level={level} />
        </Disclosure>
        {!isCalm && <SettingsButton label="Sandbox settings" />}
      </div>
    </Line>
  )
}

function NotHeld({ error }: { readonly error: GloveboxError | null }) {
  return (
    <Line tone="warn" icon={<ShieldAlert size={15} aria-hidden />} isStatus>
      <h2>It would not start: no sandbox for it</h2>
      <p className="dim" data-selectable>
        {capitalised(noLevelWords(error))}
      </p>
      <div className={styles.foot}>
        <SettingsButton label="See what was probed" />
      </div>
    </Line>
  )
}

const SettingsButton = ({ label }: { readonly label: string }) => (
  <Button size="small" onClick={() => go({ view: 'settings', part: 'sandbox' })}>
    {label}
  </Button>
)

type LineProps = {
  readonly tone: 'ok' | 'warn' | 'wait'
  readonly icon: ReactNode
  readonly isStatus?: boolean
  readonly children: ReactNode
}

function Line({ tone, icon, isStatus = false, children }: LineProps) {
  return (
    <section
      className={cx(styles.line, styles[tone])}
      aria-label="How it is held"
      role={isStatus || tone === 'wait' ? 'status' : undefined}
    >
      {icon}
      <div className={styles.words}>{children}</div>
    </section>
  )
}
