import type { EventOf } from '../../../shared'
import type { CodexItem } from './lines'

/** What the programs that Codex's sandbox is made of say where the system does not let them work. */
const refusals = /^(bwrap: .*|sandbox-exec: .*|.*sandbox_apply: .*)/i

/**
 * A command that never began, since Codex's own sandbox can't start on this system; null: it is no such command. Codex
 * fails each one then, patches too, and ends its turn well nevertheless.
 */
export function sandboxNotice(item: CodexItem): EventOf<'agent.notice'> | null {
  if (item.type !== 'command_execution' || item.status !== 'failed') return null
  const [first = '', ...rest] = item.aggregated_output.trim().split('\n', 2)
  if (rest.length > 0 || !refusals.test(first)) return null
  return {
    type: 'agent.notice',
    level: 'error',
    text: `Codex’s own sandbox does not work on this system, so its commands and patches fail: ${first.slice(0, 300)}. Often programs are not allowed user namespaces there, as in many containers.`,
  }
}
