import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { AgentEvent, AgentParser } from '../../../../src/main/runtimes'
import { createCodexParser } from '../../../../src/main/runtimes/codex/parser'

const folder = new URL('../../../fixtures/streams/codex/', import.meta.url)

const tokens = z.object({
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
  reasoning: z.number(),
})
const runsSchema = z.record(
  z.string(),
  z.object({
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    stderr: z.string(),
    modelRequests: z.number(),
    reported: tokens,
  }),
)

/** What is known of every recorded run of the real Codex (test/fixtures/streams). */
export const recordedRuns = runsSchema.parse(JSON.parse(readFileSync(new URL('runs.json', folder), 'utf8')))

export const recordedText = (name: string): string => readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')

export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

export const newParser = (context: Parameters<typeof createCodexParser>[0]['context'] = null): AgentParser =>
  createCodexParser({ now: () => 0, context })

/** All events of a stream and how it ended. */
export function parseRecorded(name: string): {
  readonly events: readonly AgentEvent[]
  readonly failure: ReturnType<AgentParser['end']>['failure']
} {
  const run = recordedRuns[name]
  if (run === undefined) throw new Error(`no recorded run ${name}`)
  const parser = newParser({ mirrorFolder: '/workspace', variant: 'gpt-5.5', attempt: 1, earlierUsage: null })
  const events = linesOf(recordedText(name)).flatMap((line) => parser.line(line))
  const { exitCode: code, signal, stderr } = run
  const end = parser.end({ code, signal, errorText: stderr, stopped: false })
  return { events: [...events, ...end.events], failure: end.failure }
}

export const ofType = <T extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: T,
): readonly Extract<AgentEvent, { type: T }>[] =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
