import type { RuntimeInfo } from '../../shared'

/** An agent's version. The Rehearsal agent has none of its own: what is told is the Node that plays it. */
export function versionWords({ name, version }: Pick<RuntimeInfo, 'name' | 'version'>): string | null {
  if (version === null) return null
  return name === 'rehearsal' ? `on Node ${version.replace(/^v/, '')}` : version
}
