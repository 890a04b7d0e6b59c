import {
  defaultLimits,
  type EventBody,
  type EventOf,
  mirrorOnly,
  projectIdSchema,
  runtimeNameSchema,
} from '../../src/shared'

const fileHash = 'a'.repeat(64)

export function sessionStart(): EventOf<'session.started'> {
  return {
    type: 'session.started',
    projectId: projectIdSchema.parse('11111111-1111-4111-8111-111111111111'),
    projectName: 'bench',
    projectPath: '/bench',
    runtime: runtimeNameSchema.parse('rehearsal'),
    runtimeTitle: 'Rehearsal',
    variant: null,
    prompt: 'Fix the failing test and say what was wrong. '.repeat(5),
    capabilities: ['read_tracked_files', 'write_mirror', 'create_files', 'run_commands'],
    limits: defaultLimits,
    level: mirrorOnly,
  }
}

/** A session as agents make them: frames of a thought, a message, tool calls with output, a change now and then. */
export function* sessionEvents(count: number): Generator<EventBody> {
  let made = 0
  for (let frame = 1; made < count; frame += 1)
    for (const body of frameEvents(frame)) {
      if (made === count) return
      made += 1
      yield body
    }
}

function* frameEvents(frame: number): Generator<EventBody> {
  const callId = `call-${frame}`
  const path = `src/part-${frame % 150}/module.ts`
  yield { type: 'frame.started', frame, turn: 1 }
  yield {
    type: 'agent.thinking',
    text: `The parser of part ${frame} takes an open end for a mistake. `.repeat(3),
  }
  yield { type: 'agent.message', text: `I’ll look at ${path} first, then run the tests.`, final: false }
  yield {
    type: 'tool.called',
    callId,
    tool: 'Bash',
    kind: 'run',
    target: `npm test -- part-${frame}`,
    input: { command: `npm test -- part-${frame}`, timeout: 60_000 },
  }
  for (let line = 0; line < 12; line += 1)
    yield {
      type: 'tool.output',
      callId,
      stream: line % 4 === 3 ? 'stderr' : 'stdout',
      text: `ok ${line} - part ${frame} accepts an open end and keeps its order (0.${line} ms)\n`.repeat(2),
    }
  yield { type: 'tool.finished', callId, failed: false, exitCode: 0, output: null, durationMs: 120 }
  if (frame % 4 === 0) yield changeOf(frame, path)
  yield {
    type: 'agent.usage',
    responseId: `response-${frame}`,
    model: 'model',
    usage: {
      inputTokens: 1200,
      outputTokens: 340,
      cacheReadTokens: 8000,
      cacheWriteTokens: 100,
      reasoningTokens: 0,
      costUsd: 0.01,
    },
  }
  yield { type: 'frame.finished', frame, changedFiles: frame % 4 === 0 ? 1 : 0 }
}

function changeOf(frame: number, path: string): EventBody {
  const state = { hash: fileHash, mode: 'file', size: 1200 } as const
  return {
    type: 'file.changed',
    frame,
    change: 'modified',
    path,
    oldPath: null,
    before: state,
    after: state,
    additions: 4,
    deletions: 2,
    binary: false,
  }
}
