import { TriangleAlert } from 'lucide-react'
import { cx } from '../lib/cx'
import { formatCountOf } from '../lib/format'
import styles from './gauge.module.css'

export type GaugeProps = {
  readonly label: string
  readonly value: number
  readonly ceiling: number
  /** How both are written: “1:04 of 10:00”. Default: counts. */
  readonly format?: (value: number, ceiling: number) => string
  /** The ceiling is recorded but nothing holds it at this level of enforcement. */
  readonly notHeld?: boolean
}

/** How full: calm below 75 %, warn from there, bad from 95 %. */
export function gaugeTone(value: number, ceiling: number): 'calm' | 'warn' | 'bad' {
  const share = ceiling === 0 ? (value > 0 ? 1 : 0) : value / ceiling
  if (share >= 0.95) return 'bad'
  return share >= 0.75 ? 'warn' : 'calm'
}

/** A value against its ceiling. */
export function Gauge({ label, value, ceiling, format = formatCountOf, notHeld = false }: GaugeProps) {
  const tone = gaugeTone(value, ceiling)
  const share = ceiling === 0 ? 0 : Math.min(1, value / ceiling)
  const text = format(value, ceiling)
  return (
    <div className={cx(styles.gauge, styles[tone])}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        {tone !== 'calm' && <TriangleAlert size={12} className={styles.sign} aria-hidden />}
        <span className={styles.value}>
          {text}
          {notHeld && <span className={styles.note}> not held</span>}
        </span>
      </div>
      <meter className="sr-only" aria-label={label} min={0} max={ceiling} value={Math.min(value, ceiling)}>
        {text}
      </meter>
      <div className={styles.track} aria-hidden>
        <div className={styles.fill} style={{ width: `${share === 0 ? 0 : Math.max(2, share * 100)}%` }} />
      </div>
    </div>
  )
}
