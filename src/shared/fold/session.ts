import type { ChangedFile, SessionView } from '../domain/session'
import type { EventBody, EventOf, StoredEvent, Usage } from '../events'
import type { SessionId } from '../ids'
import { isTestCommand, readCheckResult } from './checks'
import { addUsage, bounded, noUsage, subtractUsage } from './usage'

const maxListedChanges = 500
const maxRecentResponses = 32
const maxCheckOutput = 64 * 1024

/**
 * A session's fold in the making: the view, and what the next event needs to be folded in. Plain data, so that it can
 * be handed from main to a window, which goes on folding the live events.
 */
export type SessionFold = {
  readonly view: SessionView
  /** Usage of the newest model responses: a response may report more than once, its last report counts. */
  readonly recentUsage: readonly { readonly responseId: string; readonly usage: Usage }[]
  /** Test commands that are running: call id → command and output so far. */
  readonly checks: Readonly<Record<string, { readonly command: string; readonly output: string }>>
  /** Net change of every changed path against the start. */
  readonly changes: Readonly<Record<string, ChangedFile>>
}

/** The fold of a session's first event. */
export function startFold(id: SessionId, at: number, body: EventOf<'session.started'>): SessionFold {
  const { type: _, outputSchema, parsedFrom, ...head } = body
  return {
    view: {
      ...head,
      id,
      status: 'running',
      error: null,
      summary: null,
      startedAt: at,
      endedAt: null,
      head: null,
      inventory: null,
      baseTree: null,
      lastSeq: 0,
      rows: 0,
      frames: 0,
      turns: 0,
      toolCalls: 0,
      toolErrors: 0,
      unknownLines: 0,
      outputBytes: 0,
      usage: noUsage,
      costSource: null,
      model: null,
      attempts: 0,
      denials: 0,
      contacts: 0,
      contactsRefused: 0,
      outputSchema: outputSchema ?? null,
      outputValid: null,
      parsedFrom: parsedFrom ?? null,
      check: null,
      changes: [],
      changedFiles: 0,
      additions: 0,
      deletions: 0,
    },
    recentUsage: [],
    checks: {},
    changes: {},
  }
}

/** Folds one event in. Pure: main keeps the sessions table with it, a window keeps its live view with it. */
export function foldSession(fold: SessionFold, event: StoredEvent): SessionFold {
  const next = foldBody(fold, event.body, event)
  return {
    ...next,
    view: { ...next.view, lastSeq: event.seq, rows: Math.max(next.view.rows, event.row + 1) },
  }
}

function foldBody(fold: SessionFold, body: EventBody, event: StoredEvent): SessionFold {
  const view = (patch: Partial<SessionView>): SessionFold => ({ ...fold, view: { ...fold.view, ...patch } })
  switch (body.type) {
    case 'inventory.taken':
      return view({ inventory: body.summary, head: body.head })
    case 'mirror.created':
      return view({ baseTree: body.tree })
    case 'frame.started':
      return view({
        frames: Math.max(fold.view.frames, body.frame),
        turns: Math.max(fold.view.turns, body.turn),
      })
    case 'attempt.started':
      return view({ attempts: Math.max(fold.view.attempts, body.attempt) })
    case 'agent.ready':
      return view({ model: body.model ?? fold.view.model })
    case 'permission.denied':
      return view({ denials: fold.view.denials + 1 })
    case 'network.contact':
      if (!body.contact.allowed) return view({ contactsRefused: fold.view.contactsRefused + 1 })
      return body.phase === 'started' ? view({ contacts: fold.view.contacts + 1 }) : fold
    case 'output.checked':
      return view({ outputValid: body.valid })
    case 'agent.usage':
      return foldUsage(fold, body)
    case 'agent.cost':
      return foldCost(fold, body)
    case 'agent.message':
    case 'agent.thinking':
      return view({ outputBytes: fold.view.outputBytes + body.text.length })
    case 'process.output':
      return view({ outputBytes: fold.view.outputBytes + body.text.length })
    case 'tool.called':
      return foldToolCalled(fold, body)
    case 'tool.output':
      return foldToolOutput(fold, body)
    case 'tool.finished':
      return foldToolFinished(fold, body)
    case 'file.changed':
      return foldChange(fold, body, event.row)
    case 'agent.unknown':
      return view({ unknownLines: fold.view.unknownLines + 1 })
    case 'session.finished':
      return view({ status: body.status, error: body.error, summary: body.summary, endedAt: event.at })
    case 'session.started':
    case 'consent.used':
    case 'sandbox.opened':
    case 'sandbox.lost':
    case 'process.started':
    case 'process.exited':
    case 'frame.finished':
    case 'files.skipped':
    case 'limit.reached':
    case 'policy.violated':
    case 'cancel.requested':
    case 'event.unknown':
    case 'retry.scheduled':
    case 'agent.retrying':
    case 'agent.rate_limit':
    case 'agent.notice':
    case 'tool.image':
    case 'secrets.masked':
    case 'transcript.kept':
      return fold
  }
}

function foldUsage(fold: SessionFold, body: EventOf<'agent.usage'>): SessionFold {
  const earlier = fold.recentUsage.find(({ responseId }) => responseId === body.responseId)
  const others = fold.recentUsage.filter((entry) => entry !== earlier)
  const before = earlier === undefined ? fold.view.usage : subtractUsage(fold.view.usage, earlier.usage)
  return {
    ...fold,
    recentUsage: [...others, { responseId: body.responseId, usage: body.usage }].slice(-maxRecentResponses),
    view: { ...fold.view, usage: addUsage(before, body.usage), costSource: usageCostSource(fold.view, body) },
  }
}

function usageCostSource(view: SessionView, body: EventOf<'agent.usage'>): SessionView['costSource'] {
  if (body.usage.costUsd === null) return view.costSource
  const source = body.costSource ?? 'program'
  return view.costSource === null || view.costSource === source ? source : 'mixed'
}

/** The program's own count takes the place of our estimates of the same attempt. */
function foldCost(fold: SessionFold, body: EventOf<'agent.cost'>): SessionFold {
  const { usage, costSource } = fold.view
  const others = Math.max(0, (usage.costUsd ?? 0) - body.replacesUsd)
  return {
    ...fold,
    view: {
      ...fold.view,
      usage: { ...usage, costUsd: bounded(others + body.usd) },
      costSource: costSource === 'estimated' && others > 0 ? 'mixed' : 'program',
    },
  }
}

function foldToolCalled(fold: SessionFold, body: EventOf<'tool.called'>): SessionFold {
  const view = { ...fold.view, toolCalls: fold.view.toolCalls + 1 }
  if (body.kind !== 'run' || body.target === null || !isTestCommand(body.target)) return { ...fold, view }
  return { ...fold, view, checks: { ...fold.checks, [body.callId]: { command: body.target, output: '' } } }
}

function foldToolOutput(fold: SessionFold, body: EventOf<'tool.output'>): SessionFold {
  const view = { ...fold.view, outputBytes: fold.view.outputBytes + body.text.length }
  const check = fold.checks[body.callId]
  if (check === undefined) return { ...fold, view }
  const output = (check.output + body.text).slice(-maxCheckOutput)
  return { ...fold, view, checks: { ...fold.checks, [body.callId]: { ...check, output } } }
}

function foldToolFinished(fold: SessionFold, body: EventOf<'tool.finished'>): SessionFold {
  const view = { ...fold.view, toolErrors: fold.view.toolErrors + (body.failed ? 1 : 0) }
  const check = fold.checks[body.callId]
  if (check === undefined) return { ...fold, view }
  const { [body.callId]: _, ...checks } = fold.checks
  const result = readCheckResult(check.command, check.output + (body.output ?? ''), body.failed)
  return { ...fold, view: { ...view, check: result }, checks }
}

/** A `file.changed` event is against the frame before; the view counts net changes against the start. */
function foldChange(fold: SessionFold, body: EventOf<'file.changed'>, row: number): SessionFold {
  const changes = { ...fold.changes }
  const source = body.oldPath ?? body.path
  const earlier = changes[source]
  if (body.oldPath !== null) delete changes[body.oldPath]
  const change = netChange(earlier, body)
  if (change === null) delete changes[body.path]
  else
    changes[body.path] = {
      path: body.path,
      change,
      additions: sum(earlier?.additions, body.additions),
      deletions: sum(earlier?.deletions, body.deletions),
      row,
    }
  const all = Object.values(changes)
  return {
    ...fold,
    changes,
    view: {
      ...fold.view,
      changes: all.slice(0, maxListedChanges),
      changedFiles: all.length,
      additions: all.reduce((total, { additions }) => total + (additions ?? 0), 0),
      deletions: all.reduce((total, { deletions }) => total + (deletions ?? 0), 0),
    },
  }
}

function netChange(
  earlier: ChangedFile | undefined,
  body: EventOf<'file.changed'>,
): ChangedFile['change'] | null {
  if (earlier?.change === 'created') return body.change === 'deleted' ? null : 'created'
  if (earlier?.change === 'deleted' && body.change === 'created') return 'modified'
  if (earlier?.change === 'renamed' && body.change === 'modified') return 'renamed'
  return body.change
}

function sum(a: number | null | undefined, b: number | null): number | null {
  return b === null ? null : (a ?? 0) + b
}
