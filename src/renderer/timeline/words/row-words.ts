import { type Capability, type EventBody, type EventOf, type LimitName, limitWords } from '../../../shared'
import { autoRunOf } from '../../lib/auto-run'
import { formatBytes, formatCount, formatDuration, plural } from '../../lib/format'
import {
  checkedWords,
  costWords,
  deniedWords,
  maskedWords,
  noticeWords,
  readyWords,
  transcriptWords,
  usageWords,
} from './agent-words'
import { attemptWords, rateWords, retryingWords, scheduledWords } from './attempt-words'
import { contactWords, lostWords, openedWords } from './box-words'
import { exitWords, startWords } from './process-words'
import { type RowWords, row } from './row-shape'
import { inventoryWords, scopeWords, skippedLines } from './start-words'

export type { RowIcon, RowWords } from './row-shape'

/** Says what an event is about. Every kind has words: a new one does not compile until it has. */
export function rowWords(body: EventBody, agent = 'the agent'): RowWords {
  switch (body.type) {
    case 'session.started':
      return row('prompt', { lead: 'Asked', text: body.prompt })
    case 'inventory.taken':
      return inventoryWords(body)
    case 'mirror.created':
      return row('mirror', {
        text: `Mirror of ${plural(body.files, 'file')} made, ${formatBytes(body.bytes)}`,
        note: formatDuration(body.durationMs),
      })
    case 'consent.used':
      return row('consent', { text: `Started under your consent ${scopeWords(body.scope)}` })
    case 'sandbox.opened':
      return openedWords(body)
    case 'sandbox.lost':
      return lostWords(body)
    case 'network.contact':
      return contactWords(body)
    case 'process.started':
      return startWords(body)
    case 'process.output':
      return row('output', {
        text:
          body.stream === 'stderr' ? 'The agent’s program wrote an error text' : 'The agent’s program wrote',
      })
    case 'process.exited':
      return exitWords(body)
    case 'frame.started':
      return row('frame', { text: `Frame ${body.frame} began, turn ${body.turn}` })
    case 'frame.finished':
      return row('frame', {
        text: `Frame ${body.frame} ended, ${plural(body.changedFiles, 'file')} changed`,
      })
    case 'agent.message':
      return row('message', { text: body.text })
    case 'agent.thinking':
      return row('thinking', { text: body.text })
    case 'agent.usage':
      return usageWords(body)
    case 'agent.cost':
      return costWords(body)
    case 'attempt.started':
      return attemptWords(body)
    case 'retry.scheduled':
      return scheduledWords(body)
    case 'agent.ready':
      return readyWords(body)
    case 'agent.retrying':
      return retryingWords(body)
    case 'agent.rate_limit':
      return rateWords(body)
    case 'agent.notice':
      return noticeWords(body)
    case 'permission.denied':
      return deniedWords(body, agent)
    case 'tool.image':
      return row('output', {
        text: `A picture of a call that was not announced: ${body.mediaType}, ${formatBytes(body.bytes)}`,
      })
    case 'output.checked':
      return checkedWords(body)
    case 'secrets.masked':
      return maskedWords(body)
    case 'transcript.kept':
      return transcriptWords(body)
    case 'tool.called':
      return row('process', { lead: body.tool, target: body.target, text: '' })
    case 'tool.output':
      return row('output', { text: 'Output of a tool call that was not announced', detail: body.text })
    case 'tool.finished':
      return row('output', { text: 'Result of a tool call that was not announced', detail: body.output })
    case 'file.changed':
      return row('change', changeWords(body))
    case 'files.skipped':
      return row('inventory', {
        text: `${plural(body.count, 'path')} ${body.frame === 0 ? 'to know of in the copy' : 'left out of the record'}`,
        detail: skippedLines(body),
      })
    case 'limit.reached':
      return row('limit', {
        lead: 'Limit reached:',
        text: limitWords[body.limit],
        chip: {
          tone: 'bad',
          text: `${limitValue(body.limit, body.value)} of ${limitValue(body.limit, body.ceiling)}`,
        },
        note: 'the run was stopped',
      })
    case 'policy.violated':
      return row('refused', {
        lead: 'Refused',
        text: refusedWords[body.capability],
        target: body.detail === '' ? null : body.detail,
        chip: { tone: 'warn', text: 'not granted to this run' },
      })
    case 'cancel.requested':
      return row('cancel', { lead: 'Cancel', text: cancelWords[body.by] })
    case 'agent.unknown':
      return row('unknown', {
        text: `A line of the agent that Glovebox does not know, kept as it came`,
        note: body.reason,
        detail: body.line,
      })
    case 'event.unknown':
      return row('unknown', {
        text: 'A fact that another version of Glovebox recorded, kept as it is',
        target: body.kind,
        detail: body.raw,
      })
    case 'session.finished':
      return row('end', { lead: 'Ended', text: body.summary ?? body.error?.message ?? '' })
  }
}

const changeVerbs = {
  created: 'Created',
  modified: 'Changed',
  deleted: 'Deleted',
  renamed: 'Renamed',
} as const

function changeWords(body: EventOf<'file.changed'>): Partial<RowWords> {
  return {
    lead: changeVerbs[body.change],
    target:
      body.oldPath === null || body.oldPath === body.path ? body.path : `${body.oldPath} → ${body.path}`,
    chip: autoRunOf(body) === null ? null : { tone: 'warn', text: 'runs by itself' },
    note: changeCounts(body.additions, body.deletions) ?? (body.binary ? 'binary' : null),
  }
}

/** “+3 −2”, or null where lines don’t apply. */
export function changeCounts(additions: number | null, deletions: number | null): string | null {
  if (additions === null && deletions === null) return null
  return `+${formatCount(additions ?? 0)} −${formatCount(deletions ?? 0)}`
}

const refusedWords: Readonly<Record<Capability, string>> = {
  read_tracked_files: 'a look at a file',
  write_mirror: 'a change of a file',
  create_files: 'a new, renamed or deleted file',
  run_commands: 'a command',
  git_read: 'a look at the git history',
  reach_provider: 'a contact with a model',
  reach_network: 'a contact with',
}

const cancelWords: Readonly<Record<EventOf<'cancel.requested'>['by'], string>> = {
  user: 'asked by you; the agent and all it started are being ended',
  shutdown: 'because Glovebox is closing',
  revocation: 'because the consent for this run was revoked',
}

const byteLimits: ReadonlySet<LimitName> = new Set<LimitName>([
  'promptBytes',
  'outputBytes',
  'mirroredBytes',
  'changedBytes',
  'memoryBytes',
])
const timeLimits: ReadonlySet<LimitName> = new Set<LimitName>(['wallTimeMs', 'idleTimeMs', 'cpuMs'])

/** A value of a limit in its unit: “20 MB”, “10 m 00 s”, “50,000”. */
export function limitValue(name: LimitName, value: number): string {
  if (byteLimits.has(name)) return formatBytes(value)
  return timeLimits.has(name) ? formatDuration(value) : formatCount(value)
}
