import { agentEnvironment } from './lib/agent-programs.mjs'
import { command } from './lib/command.mjs'
import { vitest } from './lib/test-parts.mjs'
import { setup } from './setup.mjs'

/** Attempts to get out of every sandbox of this machine, with everything set up; arguments are those of `vitest run`. */
await command(import.meta.url, async (args) => {
  const ready = await setup({ tests: true })
  const { failed } = await vitest('escape', { ...ready.env, ...(await agentEnvironment()) }, args)
  return failed === 0 ? 0 : 1
})
