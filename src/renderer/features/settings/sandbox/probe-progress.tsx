import { useEffect, useState } from 'react'
import { formatClock } from '../../../lib/format'
import styles from './sandbox.module.css'

/** That probes go on, and for how long. It does not stand in the way of anything. */
export function ProbeProgress({ isFirst }: { readonly isFirst: boolean }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.progress}>
      <p>
        <span role="status">
          {isFirst ? 'Trying what each sandbox holds.' : 'Trying again what each sandbox holds.'} This takes
          some seconds for each.
        </span>
        {seconds > 0 && <span className="num"> {formatClock(seconds * 1000)}</span>}
      </p>
      <div className={styles.track} aria-hidden>
        <div className={styles.runner} />
      </div>
    </div>
  )
}
