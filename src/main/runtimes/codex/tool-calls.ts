import type { AgentEvent } from '../runtime'
import type { ItemPhase } from './lines'
import { callsOf, endOf, type ToolItem } from './tool-items'

export type ToolCallsDeps = {
  readonly now: () => number
  /** Paths below the mirror, told relative to it. */
  readonly relative: (path: string) => string
}

/** The tool calls of a stream: which are running, what of their output was told. */
export type ToolCalls = {
  /** Events of one line about a tool; null: the call was over already. */
  readonly take: (phase: ItemPhase, id: string, item: ToolItem) => readonly AgentEvent[] | null
  readonly running: () => number
  /** Calls that never ended: the program left them running, or ended itself. */
  readonly closeAll: () => readonly AgentEvent[]
}

/** `shown`: characters of the output told so far; the program repeats all of it each time. */
type Running = { readonly startedAt: number; shown: number }

export function createToolCalls({ now, relative }: ToolCallsDeps): ToolCalls {
  const running = new Map<string, Running>()
  const over = new Set<string>()

  const close = (
    callId: string,
    call: Running,
    end: Omit<ReturnType<typeof endOf>, 'images' | 'declined'>,
  ) => {
    running.delete(callId)
    over.add(callId)
    const rest = end.output.slice(call.shown)
    return {
      type: 'tool.finished',
      callId,
      failed: end.failed,
      exitCode: end.exitCode,
      output: rest === '' ? null : rest,
      durationMs: Math.max(0, Math.round(now() - call.startedAt)),
    } satisfies AgentEvent
  }

  const take: ToolCalls['take'] = (phase, id, item) => {
    const calls = callsOf(id, item, relative)
    if (calls.some(({ callId }) => over.has(callId))) return null
    const end = endOf(item)
    const events: AgentEvent[] = []
    for (const call of calls) {
      let state = running.get(call.callId)
      if (state === undefined) {
        state = { startedAt: now(), shown: 0 }
        running.set(call.callId, state)
        events.push({ type: 'tool.called', ...call })
      }
      if (phase !== 'item.completed') {
        const text = end.output.slice(state.shown)
        state.shown = Math.max(state.shown, end.output.length)
        if (text !== '') events.push({ type: 'tool.output', callId: call.callId, stream: 'stdout', text })
        continue
      }
      const { callId, tool, target } = call
      if (end.declined)
        events.push({ type: 'permission.denied', tool, callId, target, reason: 'Codex did not allow it.' })
      for (const image of end.images) events.push({ type: 'image', callId, ...image })
      events.push(close(callId, state, end))
    }
    return events
  }

  return {
    take,
    running: () => running.size,
    closeAll: () =>
      [...running].map(([callId, call]) => close(callId, call, { failed: true, exitCode: null, output: '' })),
  }
}
