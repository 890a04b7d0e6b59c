import {
  type Capability,
  type EventBody,
  type EventOf,
  type ExclusionReason,
  exclusionWords,
  type LimitName,
  limitWords,
} from '../../../shared'
import { formatBytes, formatCount, formatDuration, plural } from '../../lib/format'
import { formatExact } from '../../lib/time'
import type { Tone } from '../../ui/chip'

export type RowIcon =
  | 'prompt'
  | 'message'
  | 'thinking'
  | 'inventory'
  | 'mirror'
  | 'consent'
  | 'process'
  | 'output'
  | 'frame'
  | 'usage'
  | 'change'
  | 'limit'
  | 'refused'
  | 'cancel'
  | 'unknown'
  | 'end'

/** A row in words: “**Refused** reach other hosts `example.org` (not in this consent)”, with what can be opened below. */
export type RowWords = {
  readonly icon: RowIcon
  /** The word that carries the row; null for a row that is background. */
  readonly lead: string | null
  readonly text: string
  /** A path, command or host: shown in the code face. */
  readonly target: string | null
  readonly chip: { readonly tone: Tone; readonly text: string } | null
  readonly note: string | null
  /** Raw text that can be opened below the row. */
  readonly detail: string | null
}

const row = (icon: RowIcon, words: Partial<RowWords>): RowWords => ({
  icon,
  lead: null,
  text: '',
  target: null,
  chip: null,
  note: null,
  detail: null,
  ...words,
})

/** Says what an event is about. Every kind has words: a new one does not compile until it has. */
export function rowWords(body: EventBody): RowWords {
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
    case 'process.started':
      return row('process', {
        text: 'Agent process started',
        target: lastName(body.executable),
        note: `process ${body.pid}`,
        detail: [
          [body.executable, ...body.args].map(quoted).join(' '),
          `Environment variables passed on: ${body.environment.join(', ') || 'none'}`,
        ].join('\n'),
      })
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
      return row('usage', {
        text: `${body.model ?? 'The model'} reported ${formatCount(body.usage.inputTokens)} tokens in, ${formatCount(body.usage.outputTokens)} out`,
      })
    case 'agent.cost':
      return row('usage', { text: `This attempt cost $${body.usd.toFixed(4)} by the agent’s own count` })
    case 'attempt.started':
      return row('process', {
        text: body.reason === 'first' ? 'First attempt' : `Attempt ${body.attempt} (${body.reason})`,
      })
    case 'retry.scheduled':
      return row('limit', { lead: 'Trying again', text: body.message, note: formatDuration(body.delayMs) })
    case 'agent.ready':
      return row('process', { text: `${body.model ?? 'The agent'} is ready`, note: body.version })
    case 'agent.retrying':
      return row('limit', { text: `The agent asks its model again: ${body.message}` })
    case 'agent.rate_limit':
      return row('limit', { lead: 'Rate limit:', text: body.status })
    case 'agent.notice':
      return row('unknown', { text: body.text })
    case 'permission.denied':
      return row('refused', { lead: 'Refused', text: body.tool, target: body.target, note: body.reason })
    case 'tool.image':
      return row('output', { text: `Image (${body.mediaType}, ${formatBytes(body.bytes)})` })
    case 'output.checked':
      return row(body.valid ? 'end' : 'unknown', {
        text: body.valid ? 'The answer meets the schema' : 'The answer does not meet the schema',
        detail: body.problems.map(({ pointer, message }) => `${pointer} ${message}`).join('\n') || null,
      })
    case 'secrets.masked':
      return row('refused', {
        text: `Masked: ${body.counts.map(({ rule, count }) => `${rule} (${count})`).join(', ')}`,
      })
    case 'transcript.kept':
      return row('inventory', { text: 'The agent’s own record was kept', target: body.path })
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

function skippedLines({ files, count }: EventOf<'files.skipped'>): string {
  const lines = files.map(({ path, reason }) => `${path}: ${reason}`)
  return (count > files.length ? [...lines, `and ${formatCount(count - files.length)} more`] : lines).join(
    '\n',
  )
}

function inventoryWords({ summary, head }: EventOf<'inventory.taken'>): RowWords {
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

function exitWords({ code, signal, durationMs }: EventOf<'process.exited'>): RowWords {
  const failed = code !== 0
  return row('process', {
    text: 'Agent process ended',
    chip: failed
      ? { tone: 'bad', text: signal === null ? `exit ${code ?? 'unknown'}` : `ended by ${signal}` }
      : null,
    note: `after ${formatDuration(durationMs)}`,
  })
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

function scopeWords(scope: EventOf<'consent.used'>['scope']): string {
  switch (scope.type) {
    case 'once':
      return 'for one run, which is used up now'
    case 'until':
      return `until ${formatExact(scope.at)}`
    case 'until_revoked':
      return 'until you revoke it'
  }
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

const lastName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path
const quoted = (part: string): string => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))
