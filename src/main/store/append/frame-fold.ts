import { z } from 'zod'
import {
  addUsage,
  type EventOf,
  type FrameView,
  noUsage,
  type StoredEvent,
  subtractUsage,
  usageSchema,
} from '../../../shared'

const maxListedTools = 200
const maxListedChanges = 500
const maxRecentResponses = 32
const maxTitle = 120

/** What a frame's title was taken from, worst first: a better source replaces a worse one. */
const titleSources = ['none', 'tool', 'thinking', 'message'] as const
type TitleSource = (typeof titleSources)[number]

/** A frame in the making: its view, and what the next event needs to be folded in. Plain data, bounded in size. */
export type FrameFold = { readonly view: FrameView } & Readonly<z.infer<typeof frameRestSchema>>
export const frameRestSchema = z.object({
  titleFrom: z.enum(titleSources),
  recentUsage: z.array(z.object({ responseId: z.string(), usage: usageSchema })),
})

/** Its first row is the one that the next event begins: the start itself shares the row of what came before. */
export function startFrame({ seq, at, row }: StoredEvent, body: EventOf<'frame.started'>): FrameFold {
  return {
    view: {
      frame: body.frame,
      turn: body.turn,
      firstSeq: seq,
      lastSeq: seq,
      firstRow: row + 1,
      at,
      endedAt: null,
      title: '',
      thinking: false,
      tools: [],
      changes: [],
      usage: noUsage,
    },
    titleFrom: 'none',
    recentUsage: [],
  }
}

/** A frame whose number comes again goes on where it ended. */
export function reopenFrame(fold: FrameFold, seq: number): FrameFold {
  return patched(fold, { lastSeq: seq, endedAt: null })
}

/** Folds in an event that lies between the frame's start and its end. What more kinds do has its own function below. */
export function foldFrame(fold: FrameFold, event: StoredEvent): FrameFold {
  const { body } = event
  switch (body.type) {
    case 'agent.message':
      return titled(fold, 'message', body.text)
    case 'agent.thinking':
      return titled(patched(fold, { thinking: true }), 'thinking', body.text)
    case 'agent.usage':
      return foldUsage(fold, body)
    case 'tool.called':
      return foldCall(fold, body, event.row)
    default:
      return fold
  }
}

/** The result of one of the frame's calls; it may come after the frame's end. */
export function foldResult(fold: FrameFold, body: EventOf<'tool.finished'>): FrameFold {
  const tools = fold.view.tools.map((tool) =>
    tool.callId === body.callId ? { ...tool, failed: body.failed } : tool,
  )
  return patched(fold, { tools })
}

/** A change that names the frame, whenever it comes: a snapshot may be taken after the frame's end. */
export function foldFrameChange(fold: FrameFold, body: EventOf<'file.changed'>, row: number): FrameFold {
  const { path, change, additions, deletions } = body
  if (fold.view.changes.length >= maxListedChanges) return fold
  return patched(fold, { changes: [...fold.view.changes, { path, change, additions, deletions, row }] })
}

/** Notes the newest event that lies within the frame. */
export function reachSeq(fold: FrameFold, lastSeq: number): FrameFold {
  return patched(fold, { lastSeq })
}

export function endFrame(fold: FrameFold, at: number): FrameFold {
  return patched(fold, { endedAt: at })
}

/** Whether no further event can change it, but for late file changes. */
export function isSettled({ view }: FrameFold): boolean {
  return view.endedAt !== null && view.tools.every(({ failed }) => failed !== null)
}

function patched(fold: FrameFold, patch: Partial<FrameView>): FrameFold {
  return { ...fold, view: { ...fold.view, ...patch } }
}

function foldUsage(fold: FrameFold, { responseId, usage }: EventOf<'agent.usage'>): FrameFold {
  const earlier = fold.recentUsage.find((entry) => entry.responseId === responseId)
  const others = fold.recentUsage.filter((entry) => entry !== earlier)
  const before = earlier === undefined ? fold.view.usage : subtractUsage(fold.view.usage, earlier.usage)
  return {
    ...patched(fold, { usage: addUsage(before, usage) }),
    recentUsage: [...others, { responseId, usage }].slice(-maxRecentResponses),
  }
}

function foldCall(fold: FrameFold, body: EventOf<'tool.called'>, row: number): FrameFold {
  const { callId, tool, kind, target } = body
  const next = titled(fold, 'tool', target === null ? tool : `${tool} ${target}`)
  if (next.view.tools.length >= maxListedTools) return next
  return patched(next, { tools: [...next.view.tools, { callId, tool, kind, target, failed: null, row }] })
}

function titled(fold: FrameFold, source: TitleSource, text: string): FrameFold {
  if (titleSources.indexOf(source) <= titleSources.indexOf(fold.titleFrom)) return fold
  const title = firstWords(text)
  return title === '' ? fold : { ...patched(fold, { title }), titleFrom: source }
}

/** The text's beginning on one line; cut at the end of a word where one ends near. */
export function firstWords(text: string): string {
  const start = text.length > 4 * maxTitle ? withoutHalf(text.slice(0, 4 * maxTitle)) : text
  const line = start.replace(/\s+/g, ' ').trim()
  if (line.length <= maxTitle) return line
  const cut = line.slice(0, maxTitle - 1)
  const lastSpace = cut.lastIndexOf(' ')
  const kept = lastSpace > maxTitle / 2 ? cut.slice(0, lastSpace) : withoutHalf(cut)
  return `${kept}…`
}

/** Without the first half of a character whose second one was cut off. */
function withoutHalf(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '')
}
