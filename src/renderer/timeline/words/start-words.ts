import { type EventOf, type ExclusionReason, exclusionWords } from '../../../shared'
import { formatBytes, formatCount, plural } from '../../lib/format'
import { formatExact } from '../../lib/time'
import { type RowWords, row } from './row-shape'

export function inventoryWords({ summary, head }: EventOf<'inventory.taken'>): RowWords {
  const reasons = Object.entries(summary.excluded) as readonly (readonly [ExclusionReason, number])[]
  const left = reasons.reduce((total, [, count]) => total + count, 0)
  return row('inventory', {
    text: `Inventory: ${plural(summary.files, 'tracked file')}, ${formatBytes(summary.bytes)}${left === 0 ? '' : `; ${formatCount(left)} left out`}`,
    note: head === null ? null : `from ${head}`,
    detail:
      left === 0
        ? null
        : reasons.map(([reason, count]) => `${exclusionWords[reason]}: ${formatCount(count)}`).join('\n'),
  })
}

/** Paths that are known of but not recorded, one to a line. */
export function skippedLines({ files, count }: EventOf<'files.skipped'>): string {
  const lines = files.map(({ path, reason }) => `${path}: ${reason}`)
  return (count > files.length ? [...lines, `and ${formatCount(count - files.length)} more`] : lines).join(
    '\n',
  )
}

/** How long the consent is that a run started under. */
export function scopeWords(scope: EventOf<'consent.used'>['scope']): string {
  switch (scope.type) {
    case 'once':
      return 'for one run, which is used up now'
    case 'until':
      return `until ${formatExact(scope.at)}`
    case 'until_revoked':
      return 'until you revoke it'
  }
}
