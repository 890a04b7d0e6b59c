import type { ConsentRecord } from '../../../shared'
import { listWords } from '../../lib/consent-words'

const scopes: Readonly<Record<string, string>> = {
  once: 'the grant for one run',
  until: 'the grant with a time it ends at',
  until_revoked: 'the grant that lasts until you revoke it',
}

const revocations: Readonly<Record<string, string>> = {
  'by the user': 'Revoked by you',
  'replaced by a new grant': 'Replaced by a new grant',
}

/** One line of a project's consent history as a sentence. */
export function historyWords({ kind, detail }: ConsentRecord, titleOf: (runtime: string) => string): string {
  switch (kind) {
    case 'granted':
      return detail === '' ? 'Granted' : `Granted to ${listWords(detail.split(', ').map(titleOf))}`
    case 'declined':
      return 'Declined in the consent view'
    case 'used':
      return `A run used ${scopes[detail] ?? 'the grant'}`
    case 'denied':
      return detail === '' ? 'A run was denied' : `A run was denied: ${detail}`
    case 'revoked':
      return revocations[detail] ?? (detail === '' ? 'Revoked' : `Revoked, ${detail}`)
  }
}
