import { holds } from './conditions.mjs'
import { Interrupted } from './interruption.mjs'
import { runTool, toolOf } from './tools.mjs'
import { createUsageMeter, estimateLabel } from './usage.mjs'

/**
 * Plays frames: each is one response with what it says and the tools it calls. After each the other end is waited for,
 * so that its picture of the files is the one after just this frame.
 *
 * @param {AsyncIterable<{ steps: readonly object[] }> | Iterable<{ steps: readonly object[] }>} frames
 */
export async function play(frames, context) {
  const state = {
    ...context,
    usage: createUsageMeter(context.prompt),
    outcomes: new Map(),
    responses: 0,
    calls: 0,
  }
  for await (const { steps } of frames) {
    const now = new Set(steps.map(({ id }) => id))
    const applicable = steps.filter(({ when = [] }) => holds(when.filter(isKnown(now)), state))
    if (applicable.length > 0) await playFrame(applicable, state)
  }
}

/** A condition on the outcome of a step in the same frame is judged when its turn comes, not before. */
function isKnown(idsOfFrame) {
  return (condition) => !idsOfFrame.has(condition.slice(condition.indexOf(':') + 1))
}

async function playFrame(steps, state) {
  state.responses += 1
  const response_id = `response-${state.responses}`
  await state.channel.emit({ type: 'response_started', response_id })
  try {
    for (const step of steps) if (holds(step.when ?? [], state)) await playStep(step, state)
  } finally {
    await state.channel.emit({ type: 'usage', response_id, model: estimateLabel, ...state.usage.take() })
    await state.channel.emit({ type: 'response_finished', response_id })
  }
  await state.channel.acknowledged()
}

async function playStep(step, state) {
  if ('think' in step) return speak('thinking', step.think, state)
  if ('say' in step) return speak('message', step.say, state)
  if ('final' in step) return speak('final', step.final, state)
  await callTool(step, state)
}

async function speak(type, text, { channel, pace, usage }) {
  await pace.beat(text)
  usage.say(text)
  await channel.emit({ type, text })
}

async function callTool(step, state) {
  const { channel, pace, usage, interruption } = state
  state.calls += 1
  const id = `call-${state.calls}`
  const tool = toolOf(step)
  await pace.beat(tool.target)
  usage.say(JSON.stringify(tool.input))
  await channel.emit({
    type: 'tool_call',
    id,
    tool: tool.name,
    kind: tool.kind,
    target: tool.target,
    input: tool.input,
  })
  const began = performance.now()
  const result = await runTool(tool, step, {
    ...state,
    onOutput: async (stream, text) => {
      usage.hear(text)
      await channel.emit({ type: 'tool_output', id, stream, text })
    },
  }).catch((error) => {
    if (error instanceof Interrupted) return { failed: true, exitCode: null, output: 'Interrupted.' }
    throw error
  })
  usage.hear(result.output ?? '')
  if (step.id !== undefined) state.outcomes.set(step.id, result.failed ? 'failed' : 'ok')
  await channel.emit({
    type: 'tool_result',
    id,
    failed: result.failed,
    exit_code: result.exitCode,
    output: result.output,
    duration_ms: Math.round(performance.now() - began),
  })
  interruption.throwIfInterrupted()
}
