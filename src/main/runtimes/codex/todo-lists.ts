import type { AgentEvent } from '../runtime'
import type { CodexItem } from './lines'

type TodoList = Extract<CodexItem, { type: 'todo_list' }>

/** Codex's plan: each state of the list is a call that is over at once. The last line of one repeats the state. */
export function createTodoLists(): { readonly take: (id: string, item: TodoList) => readonly AgentEvent[] } {
  const shown = new Map<string, { readonly state: string; readonly count: number }>()
  return {
    take: (id, { items }) => {
      const state = JSON.stringify(items)
      const before = shown.get(id)
      if (before?.state === state) return []
      const count = (before?.count ?? 0) + 1
      shown.set(id, { state, count })
      const callId = count === 1 ? id : `${id}.${count}`
      return [
        { type: 'tool.called', callId, tool: 'todo_list', kind: 'other', target: null, input: { items } },
        { type: 'tool.finished', callId, failed: false, exitCode: null, output: null, durationMs: 0 },
      ]
    },
  }
}
