#!/usr/bin/env node
/**
 * The Rehearsal agent: plays a written scenario in a folder, asks no model and uses no network. What it says it does,
 * it does: files are really edited, commands really run. Protocol and options: docs/rehearsal-protocol.md.
 */
import { parseArguments, UsageError } from './arguments.mjs'
import { createChannel } from './channel.mjs'
import { createCommands } from './commands.mjs'
import { floodEvents } from './flood.mjs'
import { Interrupted, watchSignals } from './interruption.mjs'
import { openMirror } from './mirror.mjs'
import { createPace } from './pace.mjs'
import { play } from './player.mjs'
import { chooseFrames } from './scenarios.mjs'

/** Exit codes: 0 played to the end, 1 left by the other end, 2 wrong usage, 130 and 143 interrupted. */
async function main() {
  const options = parseArguments(process.argv.slice(2))
  const interruption = watchSignals()
  const channel = createChannel({ wait: options.wait, interruption })
  try {
    const prompt = await channel.readPrompt()
    if (options.flood !== null) {
      await floodEvents(options.flood, { channel, interruption })
      return 0
    }
    const mirror = await openMirror(options.mirror)
    const frames = await chooseFrames({ ...options, mirror, prompt })
    await play(frames, {
      channel,
      mirror,
      prompt,
      capabilities: options.capabilities,
      commands: createCommands(mirror.folder, interruption),
      pace: createPace(options.pace, interruption),
      interruption,
    })
    return 0
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode
    throw error
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const expected = error instanceof UsageError
    console.error(expected ? `rehearsal: ${error.message}` : error)
    process.exit(expected ? 2 : 70)
  },
)
