import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'

const tickMs = 10
const eventsPerBreath = 200

/**
 * Prints a given number of events at a given rate, for tests and measurements: messages, and tool calls with output.
 * The lines that open and close responses are not counted.
 */
export async function floodEvents({ events, perSecond, frames }, { channel, interruption }) {
  const perFrame = Math.ceil(events / frames)
  const started = performance.now()
  let sent = 0
  for (let frame = 1; frame <= frames; frame += 1) {
    const response_id = `flood-${frame}`
    await channel.emit({ type: 'response_started', response_id })
    const end = Math.min(events, frame * perFrame)
    while (sent < end) {
      const due = perSecond === 0 ? end : Math.min(end, allowedBy(started, perSecond))
      while (sent < due) {
        await channel.emit(floodEvent(sent))
        sent += 1
        if (sent % eventsPerBreath === 0) await breathe()
        interruption.throwIfInterrupted()
      }
      if (sent < end) await wait(tickMs)
    }
    if (frame === frames) await channel.emit({ type: 'final', text: `${events} events were sent.` })
    await channel.emit({ type: 'response_finished', response_id })
    await channel.acknowledged()
  }
}

function allowedBy(started, perSecond) {
  return Math.floor(((performance.now() - started) / 1000) * perSecond) + 1
}

/** Of ten events, eight are a tool call with its output and result; it changes nothing. */
function floodEvent(index) {
  const step = index % 10
  const id = `flood-call-${Math.floor(index / 10)}`
  if (step === 0)
    return { type: 'message', text: `Event ${index}: a line of text, as long as such lines are.` }
  if (step === 1) return { type: 'thinking', text: `Event ${index}: what to do next, in one sentence.` }
  if (step === 2)
    return {
      type: 'tool_call',
      id,
      tool: 'Search',
      kind: 'search',
      target: `pattern ${index}`,
      input: { pattern: `pattern ${index}` },
    }
  if (step === 9)
    return { type: 'tool_result', id, failed: false, exit_code: 0, output: null, duration_ms: 7 }
  return {
    type: 'tool_output',
    id,
    stream: 'stdout',
    text: `src/file-${index}.js:${step}: a line of output\n`,
  }
}
