import type { FrameView } from '../../../../shared'
import { formatCount } from '../../../lib/format'
import { toolKindOf } from '../../../ui'

const maxNamed = 3
const verbs = [
  ['read', 'read'],
  ['search', 'searched for'],
  ['create', 'created'],
  ['edit', 'edited'],
  ['rename', 'renamed'],
  ['delete', 'deleted'],
  ['run', 'ran'],
] as const

/** Names what folded frames held: “read README.md, src/range.ts; ran npm test 2 times”. */
export function foldWords(frames: readonly FrameView[]): string {
  const tools = frames.flatMap((frame) => frame.tools)
  if (tools.length === 0) return 'messages only'
  const parts = verbs.flatMap(([kind, verb]) => {
    const targets = tools
      .filter((tool) => toolKindOf(tool.kind) === kind)
      .map(({ target, tool }) => target ?? tool)
    return targets.length === 0 ? [] : [`${verb} ${listed(targets)}`]
  })
  const others = tools.filter(({ kind }) => !verbs.some(([known]) => known === toolKindOf(kind))).length
  if (others > 0) parts.push(`${formatCount(others)} other ${others === 1 ? 'call' : 'calls'}`)
  return parts.join('; ')
}

function listed(targets: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1)
  const named = [...counts]
    .slice(0, maxNamed)
    .map(([target, count]) => (count === 1 ? target : `${target} ${formatCount(count)} times`))
  const more = counts.size - named.length
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${formatCount(more)} more`
}
