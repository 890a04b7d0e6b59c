import type { TextDiff } from './engine/diff-text'
import type { Lines } from './engine/lines'
import type { Spans } from './syntax/spans'

/** What the worker is asked for, and what it answers. Both ends are this window's own code. */
export type DiffRequest =
  | {
      readonly type: 'diff'
      readonly before: string
      readonly after: string
      readonly ignoreWhitespace: boolean
    }
  | { readonly type: 'lines'; readonly text: string }
  | { readonly type: 'highlight'; readonly language: string; readonly text: string }

export type DiffAnswers = {
  readonly diff: TextDiff
  readonly lines: { readonly lines: Lines; readonly columns: number }
  readonly highlight: Spans | null
}

export type WorkerRequest = { readonly id: number; readonly request: DiffRequest }
export type WorkerAnswer = { readonly id: number; readonly answer: DiffAnswers[keyof DiffAnswers] }
