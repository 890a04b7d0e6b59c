import type { EventOf } from '../../../shared'
import { formatBytes, formatCost, formatTokens, plural } from '../../lib/format'
import { type RowWords, row } from './row-shape'

/** What the agent program says of itself: a reader sees at once whether it is what was asked for. */
export function readyWords({
  session,
  model,
  version,
  mode,
  tools,
  servers,
}: EventOf<'agent.ready'>): RowWords {
  const lines = [
    `Model: ${model ?? 'not said'}`,
    `Version: ${version ?? 'not said'}`,
    `Permission mode: ${mode ?? 'not said'}`,
    `Tools: ${tools.join(', ') || 'none'}`,
    `Servers: ${servers.join(', ') || 'none'}`,
    `Its conversation: ${session ?? 'not said'}`,
  ]
  return row('agent', {
    text: `The agent is ready${model === null ? '' : ` and asks ${model}`}`,
    note:
      [
        tools.length === 0 ? null : plural(tools.length, 'tool'),
        servers.length === 0 ? null : plural(servers.length, 'server'),
      ]
        .filter((part) => part !== null)
        .join(', ') || null,
    detail: lines.join('\n'),
  })
}

export function noticeWords({ level, text }: EventOf<'agent.notice'>): RowWords {
  const [first = '', ...rest] = text.trim().split('\n')
  return row(level === 'info' ? 'notice' : 'warning', {
    lead: level === 'info' ? null : level === 'warning' ? 'The agent warns' : 'The agent reports a fault',
    text: first,
    detail: rest.length === 0 ? null : text,
  })
}

/** A second fence held: the program's own permissions, which Glovebox set from the capabilities. */
export function deniedWords({ tool, target, reason }: EventOf<'permission.denied'>, agent: string): RowWords {
  return row('refused', {
    lead: 'Refused',
    text: tool,
    target,
    chip: { tone: 'warn', text: `by ${agent} itself` },
    note: reason,
  })
}

export function usageWords({ model, usage, costSource }: EventOf<'agent.usage'>): RowWords {
  const cached = usage.cacheReadTokens === 0 ? '' : `, ${formatTokens(usage.cacheReadTokens)} of them cached`
  const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
  return row('usage', {
    text: `${model ?? 'The model'} reported ${formatTokens(tokens)} tokens in${cached}, ${formatTokens(usage.outputTokens)} out`,
    note:
      usage.costUsd === null
        ? null
        : `${formatCost(usage.costUsd)}${costSource === 'estimated' ? ', estimated' : ''}`,
  })
}

export function costWords({ attempt, usd }: EventOf<'agent.cost'>): RowWords {
  return row('usage', { text: `Attempt ${attempt} cost ${formatCost(usd)} by the agent’s own count` })
}

export function maskedWords({ counts }: EventOf<'secrets.masked'>): RowWords {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return row('masked', {
    text: `${plural(total, 'text')} masked before anything was stored`,
    note: counts.length === 1 ? (counts[0]?.rule ?? null) : plural(counts.length, 'rule'),
    detail: counts.map(({ rule, count }) => `${rule}: ${plural(count, 'time')}`).join('\n') || null,
  })
}

export function transcriptWords({ path, bytes }: EventOf<'transcript.kept'>): RowWords {
  return row('record', {
    text: 'The agent’s own record of the conversation was kept',
    target: path,
    note: formatBytes(bytes),
  })
}

export function checkedWords({ valid, problems }: EventOf<'output.checked'>): RowWords {
  return valid
    ? row('result', { lead: 'Result', text: 'meets the schema', chip: { tone: 'ok', text: 'valid' } })
    : row('result', {
        lead: 'Result',
        text: 'does not meet the schema',
        chip: { tone: 'bad', text: plural(problems.length, 'problem') },
      })
}
