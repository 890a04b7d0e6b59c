import { useCallback, useEffect, useRef, useState } from 'react'
import type { GloveboxError, ImageChoice } from '../../../../shared'
import { openStream } from '../../../lib/stream'

type Job =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly step: string | null }
  | { readonly state: 'failed'; readonly error: GloveboxError }

export type ImageJob = Job & {
  readonly start: (choice: ImageChoice) => void
  readonly stop: () => void
}

/** Has an image made or pulled, and follows how that goes. Leaving the view ends it, as `stop` does. */
export function useImageJob(onReady: () => void): ImageJob {
  const [job, setJob] = useState<Job>({ state: 'idle' })
  const close = useRef<(() => void) | null>(null)
  const end = useCallback((next: Job) => {
    close.current?.()
    close.current = null
    setJob(next)
  }, [])
  useEffect(() => () => close.current?.(), [])
  return {
    ...job,
    stop: () => end({ state: 'idle' }),
    start: (choice) => {
      end({ state: 'busy', step: null })
      close.current = openStream('sandbox.image', () => ({ choice }), {
        onItems: (items) => {
          for (const item of items)
            switch (item.type) {
              case 'step':
                setJob({ state: 'busy', step: item.text })
                break
              case 'ready':
                end({ state: 'idle' })
                onReady()
                break
              case 'failed':
                end({ state: 'failed', error: item.error })
            }
        },
        onError: (error) => end({ state: 'failed', error }),
      })
    },
  }
}
