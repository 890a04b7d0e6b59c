import { useEffect, useState } from 'react'

/** Long enough that a click which was meant for what lay beneath does not grant. */
const guardMs = 500

/** Whether the page has been seen for a moment. It starts over when the page was hidden and is shown again. */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      setArmed(false)
      if (document.visibilityState === 'visible') timer = setTimeout(() => setArmed(true), guardMs)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [])
  return armed
}
