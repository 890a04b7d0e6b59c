import { createLru, type FileContent, type FileState, ok, type Result, type SessionId } from '../../shared'
import { call } from '../lib/bridge'
import { createDiffClient } from './diff-client'
import type { TextDiff } from './engine/diff-text'
import type { DiffAnswers, WorkerAnswer } from './messages'
import { languageOf } from './syntax/languages'
import type { Spans } from './syntax/spans'

const megabyte = 1024 * 1024
const keptContent = createLru<FileContent>(48 * megabyte, (content) =>
  content.type === 'text' ? content.text.length * 2 : 64,
)
const keptDiffs = createLru<TextDiff>(24 * megabyte, weighDiff)
const keptLines = createLru<DiffAnswers['lines']>(8 * megabyte, ({ lines }) => lines.starts.byteLength + 64)
const keptSpans = createLru<{ readonly spans: Spans | null }>(24 * megabyte, ({ spans }) =>
  spans === null ? 64 : spans.first.byteLength + spans.pieces.byteLength,
)

const client = createDiffClient((onAnswer, onFailure) => {
  const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module', name: 'diff' })
  worker.onmessage = (event: MessageEvent<WorkerAnswer>) => onAnswer(event.data)
  worker.onerror = (event) => onFailure(event.message)
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() }
})

/** A side of a comparison: a file's state in a session; null: it is not there. */
export type Side = { readonly sessionId: SessionId; readonly state: FileState } | null

/** Reads a side's content, from what was read before where it can: content never changes under its hash. */
export async function readContent(side: Side): Promise<Result<FileContent>> {
  if (side === null) return ok({ type: 'absent' })
  const { hash, mode } = side.state
  const key = `${hash} ${mode}`
  const kept = keptContent.get(key)
  if (kept !== undefined) return ok(kept)
  const content = await call('sessions.content', { sessionId: side.sessionId, hash, mode })
  if (content.ok && content.value.type !== 'lost') keptContent.set(key, content.value)
  return content
}

/** Text with the hash it is kept under. */
export type NamedText = { readonly hash: string; readonly text: string }

/** The difference between two texts; null when `signal` was aborted. */
export async function readDiff(
  before: NamedText,
  after: NamedText,
  ignoreWhitespace: boolean,
  signal: AbortSignal,
): Promise<Result<TextDiff> | null> {
  const key = `${before.hash} ${after.hash} ${ignoreWhitespace}`
  const kept = keptDiffs.get(key)
  if (kept !== undefined) return ok(kept)
  const diff = await client.ask(
    { type: 'diff', before: before.text, after: after.text, ignoreWhitespace },
    signal,
  )
  if (diff?.ok === true) keptDiffs.set(key, diff.value)
  return diff
}

/** Where the lines of a text are; null when `signal` was aborted. */
export async function readLines(
  text: NamedText,
  signal: AbortSignal,
): Promise<Result<DiffAnswers['lines']> | null> {
  const kept = keptLines.get(text.hash)
  if (kept !== undefined) return ok(kept)
  const lines = await client.ask({ type: 'lines', text: text.text }, signal)
  if (lines?.ok === true) keptLines.set(text.hash, lines.value)
  return lines
}

/** Colours of a text by the name of its file; null where it stays plain. */
export async function readSpans(path: string, text: NamedText, signal: AbortSignal): Promise<Spans | null> {
  const language = languageOf(path)
  if (language === null) return null
  const key = `${text.hash} ${language}`
  const kept = keptSpans.get(key)
  if (kept !== undefined) return kept.spans
  const spans = await client.ask({ type: 'highlight', language, text: text.text }, signal)
  if (spans?.ok !== true) return null
  keptSpans.set(key, { spans: spans.value })
  return spans.value
}

function weighDiff({ before, after, blocks, marksBefore, marksAfter }: TextDiff): number {
  const rows = blocks.reduce((total, block) => total + block.rows.byteLength + 64, 0)
  return before.starts.byteLength + after.starts.byteLength + rows + (marksBefore.size + marksAfter.size) * 96
}
