import { Ban, Check, ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { BackendProbe, SandboxBackend } from '../../shared'
import { cx } from '../lib/cx'
import { Chip, IconButton, Switch } from '../ui'
import { listedBackends, moveBackend, takeBackend } from './backend-order'
import { backendMeaning, backendState, backendTitle } from './backend-words'
import styles from './order-list.module.css'

export type OrderListProps = {
  readonly order: readonly SandboxBackend[]
  readonly probes: readonly BackendProbe[]
  readonly onChange: (order: readonly SandboxBackend[]) => void
  /** What else is said of a backend, below its line. */
  readonly children?: (backend: SandboxBackend, probe: BackendProbe | undefined) => ReactNode
}

/** The backends in the order in which runs try them: each can be moved by a button, or left out. */
export function OrderList({ order, probes, onChange, children }: OrderListProps) {
  const list = useRef<HTMLOListElement>(null)
  /** The button that was pressed keeps the focus, wherever its row has gone. */
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    if (pressed.current === null) return
    const [backend, way] = pressed.current.split(' ')
    pressed.current = null
    const row = list.current?.querySelector<HTMLElement>(`[data-backend="${backend}"]`)
    const button =
      row?.querySelector<HTMLButtonElement>(`button[data-way="${way}"]:not(:disabled)`) ??
      row?.querySelector<HTMLButtonElement>('button[data-way]:not(:disabled)')
    button?.focus()
  })
  const move = (backend: SandboxBackend, by: -1 | 1): void => {
    pressed.current = `${backend} ${by === -1 ? 'up' : 'down'}`
    onChange(moveBackend(order, backend, by))
  }
  return (
    <ol ref={list} className={styles.list}>
      {listedBackends(order).map(({ backend, isUsed }, index) => {
        const probe = probes.find((each) => each.backend === backend)
        const title = backendTitle(backend, probe)
        return (
          <li key={backend} data-backend={backend} className={cx(styles.row, !isUsed && styles.off)}>
            <span className={styles.rank}>{isUsed ? index + 1 : '–'}</span>
            <div className={styles.body}>
              <div className={styles.title}>
                <h3>{title}</h3>
                {probe?.version != null && <span className="dim">{probe.version}</span>}
                <StateChip probe={probe} />
              </div>
              <p className={styles.meaning}>{backendMeaning[backend]}</p>
              {children?.(backend, probe)}
            </div>
            <div className={styles.acts}>
              <Switch
                label={
                  <>
                    Use<span className="sr-only"> {title}</span>
                  </>
                }
                checked={isUsed}
                onChange={(on) => onChange(takeBackend(order, backend, on))}
              />
              <IconButton
                icon={ChevronUp}
                label={`Try ${title} earlier`}
                size="small"
                data-way="up"
                disabled={!isUsed || index === 0}
                onClick={() => move(backend, -1)}
              />
              <IconButton
                icon={ChevronDown}
                label={`Try ${title} later`}
                size="small"
                data-way="down"
                disabled={!isUsed || index === order.length - 1}
                onClick={() => move(backend, 1)}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function StateChip({ probe }: { readonly probe: BackendProbe | undefined }) {
  const { tone, text } = backendState(probe)
  const icon = tone === 'ok' ? Check : tone === 'bad' ? Ban : tone === 'warn' ? TriangleAlert : undefined
  return (
    <Chip tone={tone} icon={icon}>
      {text}
    </Chip>
  )
}
