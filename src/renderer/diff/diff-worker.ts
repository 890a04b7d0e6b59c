import { columnsOfAll } from './engine/columns'
import { diffText } from './engine/diff-text'
import { findLines } from './engine/lines'
import type { DiffAnswers, DiffRequest, WorkerAnswer, WorkerRequest } from './messages'
import { highlightText } from './syntax/highlight'

async function answer(request: DiffRequest): Promise<DiffAnswers[keyof DiffAnswers]> {
  switch (request.type) {
    case 'diff':
      return diffText(request.before, request.after, request)
    case 'lines': {
      const lines = findLines(request.text)
      return { lines, columns: columnsOfAll(request.text, lines) }
    }
    case 'highlight':
      return highlightText(request.language, request.text)
  }
}

self.onmessage = async (event: MessageEvent<WorkerRequest>) => {
  const { id, request } = event.data
  try {
    self.postMessage({ id, answer: await answer(request) } satisfies WorkerAnswer)
  } catch (cause) {
    // A rejection would go unheard; an error outside a promise reaches the window's `onerror`.
    setTimeout(() => {
      throw cause
    })
  }
}
