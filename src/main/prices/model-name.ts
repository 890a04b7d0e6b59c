/**
 * A model's name as price lists have it: `anthropic/claude-opus-4-8[1m]`, `claude-opus-4-8-20260528`,
 * `claude-opus-4-8@20260528` and `claude-opus-4-8-latest` are all `claude-opus-4-8`; `gpt-5.5-2026-04-23` is `gpt-5.5`.
 * The context mode `[1m]` has no price of its own. Other providers' own forms (`anthropic.claude-…-v1:0`) are left as
 * they are: what those providers charge is not in our table.
 */
export function plainModelName(model: string): string {
  const name = model.trim().toLowerCase().slice(0, maxNameLength)
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/\[[^\][]*\]$/, '')
    .replace(/[@-](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
}

const maxNameLength = 200

/** Whether a pattern, in which `*` stands for any characters, describes the whole name. Never goes back. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return name === head
  if (!name.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - at >= tail.length && name.endsWith(tail)
}
