import type { Exclusion, ExclusionReason } from '../../shared'
import { formatCount } from '../lib/format'

/** Short words for a count: one, many. */
const words: Readonly<Record<ExclusionReason, readonly [string, string]>> = {
  secret: ['secret', 'secrets'],
  symlink_outside: ['link', 'links'],
  symlink_target_excluded: ['link to a left-out file', 'links to left-out files'],
  behind_symlink: ['behind a link', 'behind links'],
  submodule: ['submodule', 'submodules'],
  too_large: ['too large', 'too large'],
  undecodable_path: ['undecodable name', 'undecodable names'],
  missing: ['missing', 'missing'],
  not_a_file: ['no regular file', 'no regular files'],
  unreadable: ['unreadable', 'unreadable'],
  conflict: ['in conflict', 'in conflict'],
  intent_to_add: ['added by name only', 'added by name only'],
  sparse: ['not checked out', 'not checked out'],
  lfs_pointer: ['LFS pointer', 'LFS pointers'],
  unsafe_path: ['unsafe name', 'unsafe names'],
  limit: ['beyond the limit', 'beyond the limit'],
}

const named = 2

/** What is left out, short: up to two secrets by name, the rest counted by reason. */
export function leftOutWords(excluded: readonly Exclusion[]): string {
  const secrets = excluded.filter(({ reason }) => reason === 'secret')
  const names = secrets.length <= named ? secrets.map(({ path }) => path.split('/').at(-1) ?? path) : []
  const counts = new Map<ExclusionReason, number>()
  for (const { reason } of excluded)
    if (reason !== 'secret' || names.length === 0) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const counted = [...counts].map(
    ([reason, count]) => `${formatCount(count)} ${words[reason][count === 1 ? 0 : 1]}`,
  )
  return [...names, ...counted].join(', ')
}
