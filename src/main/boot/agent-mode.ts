import { pathToFileURL } from 'node:url'
import { app } from 'electron'
import { locateResources } from './locations'

/**
 * Plays the bundled Rehearsal agent in this process instead of opening the app. Only our own agent file can be
 * started this way: the switch takes its arguments, never a script's path.
 */
export async function startAgentMode(args: readonly string[]): Promise<void> {
  app.disableHardwareAcceleration()
  const { rehearsalAgent } = locateResources()
  process.argv = [process.execPath, rehearsalAgent, ...args]
  await import(/* @vite-ignore */ pathToFileURL(rehearsalAgent).href)
}
