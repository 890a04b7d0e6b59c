/** Deeper than this no agent's line is. Code that walks a value by recursion may rely on it. */
const maxDepth = 64

/** Whether a parsed JSON value nests deeper than 64 steps. Walks without recursion: the value may nest any depth. */
export function nestsTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap(childrenOf)
  }
  return false
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return (Array.isArray(value) ? value : Object.values(value)).filter(isContainer)
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
