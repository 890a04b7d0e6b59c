import type { CheckResult } from '../../../../shared'
import { formatCount } from '../../../lib/format'

export type CheckWords = { readonly text: string; readonly tone: 'ok' | 'bad' }

/** The last run of a project's tests, in words: “14 of 14 checks pass”. Null: no tests were run. */
export function checkWords(check: CheckResult | null): CheckWords | null {
  if (check === null) return null
  const { passedCount, failedCount, failed } = check
  const total = (passedCount ?? 0) + (failedCount ?? 0)
  if (total === 0) return failed ? { text: 'checks fail', tone: 'bad' } : { text: 'checks pass', tone: 'ok' }
  if ((failedCount ?? 0) > 0)
    return { text: `${formatCount(failedCount ?? 0)} of ${formatCount(total)} checks fail`, tone: 'bad' }
  // Every check passed and the command failed all the same: what it says counts.
  if (failed) return { text: `checks fail (${formatCount(total)} passed)`, tone: 'bad' }
  return { text: `${formatCount(total)} of ${formatCount(total)} checks pass`, tone: 'ok' }
}
