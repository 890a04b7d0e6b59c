import { useCallback, useEffect, useState } from 'react'

const flashMs = 1600

/** A row that is marked for a moment, so that the eye finds where it was led. */
export function useFlash(): readonly [number | null, (row: number) => void] {
  const [flashed, setFlashed] = useState<{ readonly row: number } | null>(null)
  useEffect(() => {
    if (flashed === null) return
    const timer = setTimeout(() => setFlashed(null), flashMs)
    return () => clearTimeout(timer)
  }, [flashed])
  return [flashed?.row ?? null, useCallback((row: number) => setFlashed({ row }), [])]
}
