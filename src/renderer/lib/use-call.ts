import { useCallback, useEffect, useRef, useState } from 'react'
import type { GloveboxError } from '../../shared'
import type { CallInput, CallName, CallOutput, ChangeNotice } from '../../shared/ipc'
import { call } from './bridge'
import { useChanges } from './changes'

export type Loaded<T> =
  | { readonly state: 'loading'; readonly value: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: GloveboxError; readonly value: T | null }

/**
 * Makes a call and keeps its answer; makes it again when `input` changes (compared as JSON), on `reload`, and on
 * change notices of `topics`. The last good value stays while it loads again. `input` null: nothing is called.
 */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N> | null,
  topics: readonly ChangeNotice['topic'][] = [],
): Loaded<CallOutput<N>> & { readonly reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<CallOutput<N>>>({ state: 'loading', value: null })
  const key = JSON.stringify(input)
  const newest = useRef(0)
  const inputRef = useRef(input)
  inputRef.current = input

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `input`, which is a new object each render
  const reload = useCallback(() => {
    const wanted = inputRef.current
    if (wanted === null) return
    newest.current += 1
    const turn = newest.current
    void call(name, wanted).then((result) => {
      if (turn !== newest.current) return
      setLoaded((before) =>
        result.ok
          ? { state: 'ready', value: result.value }
          : { state: 'failed', error: result.error, value: before.value },
      )
    })
  }, [name, key])

  useEffect(() => {
    setLoaded({ state: 'loading', value: null })
    reload()
    return () => {
      newest.current += 1
    }
  }, [reload])

  const topicsKey = topics.join()
  const onNotice = useCallback(
    (notice: ChangeNotice) => {
      if (topicsKey.split(',').includes(notice.topic)) reload()
    },
    [reload, topicsKey],
  )
  useChanges(onNotice)
  return { ...loaded, reload }
}
