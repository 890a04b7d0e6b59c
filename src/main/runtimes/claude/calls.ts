import type { EventOf } from '../../../shared'
import type { AgentEvent } from '../runtime'
import type { ToolResult } from './content'
import type { ResultLine } from './lines'
import { commandResult, denialReason, toldDuration, toolKind, toolTarget } from './tools'

type OpenCall = EventOf<'tool.called'> & { readonly at: number }

export type Calls = {
  /** Paths inside these folders are told relative to them. */
  readonly worksIn: (folder: string) => void
  /** False: this call was told before. */
  readonly called: (
    call: { readonly id: string; readonly name: string; readonly input: unknown },
    parent: string | null,
  ) => EventOf<'tool.called'> | null
  /** The events of a call's result; null: no such call is open. `structured`: the result in the tool's own form. */
  readonly answered: (result: ToolResult, structured: unknown) => readonly AgentEvent[] | null
  /** Refusals that the program lists at its end, without those already told. */
  readonly denied: (denials: ResultLine['permission_denials']) => readonly AgentEvent[]
}

export function createCalls(now: () => number, folder: string | null): Calls {
  const folders = folder === null ? [] : [folder]
  const open = new Map<string, OpenCall>()
  const known = new Set<string>()
  const refused = new Set<string>()

  return {
    worksIn: (more) => {
      if (!folders.includes(more)) folders.push(more)
    },
    called: ({ id, name, input }, parent) => {
      if (known.has(id)) return null
      known.add(id)
      const call: EventOf<'tool.called'> = {
        type: 'tool.called',
        callId: id,
        tool: name,
        kind: toolKind(name),
        target: toolTarget(name, input, folders),
        input: input ?? null,
        ...(parent === null ? {} : { parentCallId: parent }),
      }
      open.set(id, { ...call, at: now() })
      return call
    },
    answered: (result, structured) => {
      const call = open.get(result.callId)
      if (call === undefined) return null
      open.delete(result.callId)
      const events: AgentEvent[] = []
      const { callId, failed, text } = result
      const reason = failed ? denialReason(text) : null
      if (reason !== null) {
        refused.add(callId)
        events.push({ type: 'permission.denied', tool: call.tool, callId, target: call.target, reason })
      }
      const command = call.kind === 'run' ? commandResult(structured, text, failed) : null
      for (const stream of ['stdout', 'stderr'] as const) {
        const output = command?.[stream] ?? ''
        if (output !== '') events.push({ type: 'tool.output', callId, stream, text: output })
      }
      const isTold = command !== null && command.stdout + command.stderr !== ''
      for (const image of result.images) events.push({ type: 'image', callId, ...image })
      events.push({
        type: 'tool.finished',
        callId,
        failed,
        exitCode: command?.exitCode ?? null,
        output: isTold || text === '' ? null : text,
        durationMs: toldDuration(structured) ?? Math.max(0, Math.round(now() - call.at)),
      })
      return events
    },
    denied: (denials) =>
      (denials ?? []).flatMap(({ tool_name, tool_use_id, tool_input }): readonly AgentEvent[] => {
        if (refused.has(tool_use_id)) return []
        refused.add(tool_use_id)
        const target = toolTarget(tool_name, tool_input, folders)
        return [{ type: 'permission.denied', tool: tool_name, callId: tool_use_id, target, reason: null }]
      }),
  }
}
