import { lstatSync, readlinkSync } from 'node:fs'

/**
 * Where a link of the repository leads: `outside`, or `inside` with every path it passes on its way, its end last.
 * A link that leads nowhere, or in a circle, stays inside.
 */
export type LinkTarget =
  | { readonly type: 'outside' }
  | { readonly type: 'inside'; readonly passes: readonly string[] }

const maxLinks = 40

/**
 * Follows a link by hand, part by part, so that nothing is opened and nothing outside `root` is even looked at.
 * `path`: the link, relative with slashes; `target`: its text. Absolute targets, any step above `root` and any
 * `.git` are outside.
 */
export function followLink(root: string, path: string, target: string): LinkTarget {
  const at = path.split('/').slice(0, -1)
  const rest = partsOf(target)
  const passes: string[] = []
  let links = 1
  if (isAbsolute(target)) return { type: 'outside' }
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (at.length === 0) return { type: 'outside' }
      at.pop()
      continue
    }
    if (part.toLowerCase() === '.git') return { type: 'outside' }
    at.push(part)
    const next = linkAt(root, at.join('/'))
    if (next === null) continue
    passes.push(at.join('/'))
    links += 1
    if (isAbsolute(next)) return { type: 'outside' }
    if (links > maxLinks) return { type: 'inside', passes }
    at.pop()
    rest.unshift(...partsOf(next))
  }
  return { type: 'inside', passes: [...passes, at.join('/')] }
}

/** The text of the link at a path; null when there is none, or nothing. */
function linkAt(root: string, path: string): string | null {
  try {
    const full = `${root}/${path}`
    return lstatSync(full).isSymbolicLink() ? readlinkSync(full) : null
  } catch {
    return null
  }
}

const partsOf = (target: string): string[] =>
  (process.platform === 'win32' ? target.replaceAll('\\', '/') : target).split('/')

const isAbsolute = (target: string): boolean =>
  target.startsWith('/') || (process.platform === 'win32' && /^([A-Za-z]:|\\)/.test(target))
