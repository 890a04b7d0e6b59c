import { autonomyLevelSchema, type ToolPolicy } from '../../shared'

/** Where a tool's call is carried out, and why. */
export type ToolDecision = {
  readonly run: 'sandboxed' | 'direct'
  readonly reason: 'listed' | 'not_listed' | 'disabled' | 'bypassed' | 'unclear'
}

/** A tool's name as agents write it: case and blanks around it tell nothing. */
const normal = (name: string): string => name.trim().toLowerCase()

/**
 * Decides where a tool's call is carried out. Anything that is no proper level of autonomy is taken for none: an agent
 * that says something odd of itself gains nothing by it (I7).
 */
export function decideTool(
  policy: ToolPolicy,
  call: { readonly tool: string; readonly autonomy: unknown },
): ToolDecision {
  if (!policy.enabled) return { run: 'direct', reason: 'disabled' }
  const tool = normal(call.tool)
  if (tool === '') return { run: 'sandboxed', reason: 'unclear' }
  if (!policy.tools.map(normal).includes(tool)) return { run: 'direct', reason: 'not_listed' }
  if (policy.bypassFrom === null) return { run: 'sandboxed', reason: 'listed' }
  const autonomy = autonomyLevelSchema.safeParse(call.autonomy)
  if (!autonomy.success) return { run: 'sandboxed', reason: 'unclear' }
  return autonomy.data >= policy.bypassFrom
    ? { run: 'direct', reason: 'bypassed' }
    : { run: 'sandboxed', reason: 'listed' }
}
