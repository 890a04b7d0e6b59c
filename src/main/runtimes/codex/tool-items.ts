import type { ToolKind } from '../../../shared'
import type { CodexItem } from './lines'
import { readMcpResult, type ToolImage } from './mcp-result'
import { innerCommand } from './shell-command'

export type ToolItem = Exclude<CodexItem, { type: 'agent_message' | 'reasoning' | 'error' | 'todo_list' }>

/** One tool call of an item: a change of files is a call for each file. */
export type ToolCall = {
  readonly callId: string
  readonly tool: string
  readonly kind: ToolKind
  readonly target: string | null
  readonly input: unknown
}
export type ToolEnd = {
  readonly failed: boolean
  readonly declined: boolean
  readonly exitCode: number | null
  readonly output: string
  readonly images: readonly ToolImage[]
}

export function callsOf(id: string, item: ToolItem, relative: (path: string) => string): readonly ToolCall[] {
  switch (item.type) {
    case 'command_execution':
      return [call(id, 'shell', 'run', innerCommand(item.command), { command: item.command })]
    case 'file_change':
      return item.changes.map((change, index) => {
        const callId = item.changes.length === 1 ? id : `${id}.${index + 1}`
        const path = relative(change.path)
        return call(callId, 'apply_patch', changeKinds[change.kind] ?? 'other', path, {
          path,
          kind: change.kind,
        })
      })
    case 'mcp_tool_call':
      return [call(id, `${item.server}.${item.tool}`, 'other', null, item.arguments)]
    case 'collab_tool_call':
      return [call(id, item.tool, 'other', null, { prompt: item.prompt ?? null })]
    case 'web_search':
      return [call(id, 'web_search', 'search', item.query === '' ? null : item.query, { query: item.query })]
  }
}

/** `update` stands for a move, too: Codex then names the old path alone; the snapshot after it shows the rest. */
const changeKinds: Readonly<Record<string, ToolKind>> = { add: 'create', update: 'edit', delete: 'delete' }

function call(callId: string, tool: string, kind: ToolKind, target: string | null, input: unknown): ToolCall {
  return { callId, tool, kind, target, input: input ?? null }
}

export function endOf(item: ToolItem): ToolEnd {
  const status = item.type === 'web_search' ? 'completed' : item.status
  const declined = status === 'declined'
  const failed = declined || status === 'failed'
  switch (item.type) {
    case 'command_execution': {
      const exitCode = item.exit_code ?? null
      const output = item.aggregated_output
      return { failed: failed || (exitCode ?? 0) !== 0, declined, exitCode, output, images: [] }
    }
    case 'mcp_tool_call': {
      const error = item.error?.message ?? null
      const { text, images } = readMcpResult(item.result)
      return { failed: failed || error !== null, declined, exitCode: null, output: error ?? text, images }
    }
    case 'file_change':
    case 'collab_tool_call':
    case 'web_search':
      return { failed, declined, exitCode: null, output: '', images: [] }
  }
}
