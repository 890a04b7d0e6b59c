import type { ConsentRecord } from '../../../shared'
import { listWords } from '../../lib/consent-words'

const scopes: Readonly<Record<string, string>> = {
  once: 'a grant for one run',
  until: 'a grant until a time',
  until_revoked: 'a grant until revoked',
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
