import { ScrollText } from 'lucide-react'
import type { SessionView } from '../../../shared'
import { Chip } from '../../ui'

/** Marks a session whose events were parsed again from another one's native lines. */
export function ParsedChip({ view }: { readonly view: SessionView }) {
  if (view.parsedFrom === null) return null
  return (
    <Chip icon={ScrollText} title="Its events were parsed again from the native lines of an earlier session">
      parsed again
    </Chip>
  )
}
