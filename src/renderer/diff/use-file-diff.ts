import { useEffect, useRef, useState } from 'react'
import { type FileContent, type FileState, type GloveboxError, ok, type Result } from '../../shared'
import { type NamedText, readContent, readDiff, readSpans, type Side } from './diff-service'
import type { TextDiff } from './engine/diff-text'
import type { Spans } from './syntax/spans'

export type DiffSide = {
  readonly content: FileContent
  readonly state: FileState | null
  readonly text: NamedText
}
export type LoadedDiff = {
  /** The file these are of: for a moment not yet the one that was asked for. */
  readonly path: string
  readonly before: DiffSide
  readonly after: DiffSide
  /** Null where there are no two texts to compare (see outcomeOf). */
  readonly diff: TextDiff | null
  /** Changes with every loaded difference: a viewer starts at its top again. */
  readonly key: string
}

export type FileDiffState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly error: GloveboxError }
  | ({ readonly type: 'ready' } & LoadedDiff)

/** What was there before stays this long while the next is read, so that stepping through files does not flicker. */
const staleMs = 150

/** Reads both sides and compares them; anew when one changes. Calls `retry` for another try. */
export function useFileDiff(
  path: string,
  before: Side,
  after: Side,
  ignoreWhitespace: boolean,
): { readonly state: FileDiffState; readonly retry: () => void } {
  const [state, setState] = useState<FileDiffState>({ type: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const key = `${path} ${keyOf(before)} ${keyOf(after)} ${ignoreWhitespace}`
  const wanted = useRef({ path, before, after, ignoreWhitespace })
  wanted.current = { path, before, after, ignoreWhitespace }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the sides, `attempt` for asking again
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => setState({ type: 'loading' }), staleMs)
    const asked = wanted.current
    void load(asked.before, asked.after, asked.ignoreWhitespace, abort.signal).then((result) => {
      if (abort.signal.aborted || result === null) return
      clearTimeout(timer)
      setState(
        result.ok
          ? { type: 'ready', ...result.value, path: asked.path, key }
          : { type: 'failed', error: result.error },
      )
    })
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [key, attempt])
  return { state, retry: () => setAttempt((count) => count + 1) }
}

const keyOf = (side: Side): string =>
  side === null ? '-' : `${side.sessionId} ${side.state.hash} ${side.state.mode}`

async function load(
  before: Side,
  after: Side,
  ignoreWhitespace: boolean,
  signal: AbortSignal,
): Promise<Result<Omit<LoadedDiff, 'key' | 'path'>> | null> {
  const [from, to] = await Promise.all([readContent(before), readContent(after)])
  if (!from.ok) return from
  if (!to.ok) return to
  if (signal.aborted) return null
  const sides = { before: sideOf(before, from.value), after: sideOf(after, to.value) }
  const isText = [from.value, to.value].every(({ type }) => type === 'text' || type === 'absent')
  if (!isText || before?.state.hash === after?.state.hash) return ok({ ...sides, diff: null })
  const diff = await readDiff(sides.before.text, sides.after.text, ignoreWhitespace, signal)
  if (diff === null || !diff.ok) return diff
  return ok({ ...sides, diff: diff.value })
}

function sideOf(side: Side, content: FileContent): DiffSide {
  const text = { hash: side?.state.hash ?? '', text: content.type === 'text' ? content.text : '' }
  return { content, state: side?.state ?? null, text }
}

/** Colours of a text, once they are there. The text shows without them before that; nothing moves when they come. */
export function useSpans(path: string, text: NamedText | null): Spans | null {
  const [found, setFound] = useState<{ readonly key: string; readonly spans: Spans | null } | null>(null)
  const newest = useRef(text)
  newest.current = text
  const key = text === null || text.text === '' ? null : `${text.hash} ${path}`
  useEffect(() => {
    const wanted = newest.current
    if (key === null || wanted === null) return
    const abort = new AbortController()
    void readSpans(path, wanted, abort.signal).then((spans) => {
      if (!abort.signal.aborted) setFound({ key, spans })
    })
    return () => abort.abort()
  }, [key, path])
  return found !== null && found.key === key ? found.spans : null
}
