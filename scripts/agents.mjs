import { command } from './lib/command.mjs'
import { agents } from './lib/test-parts.mjs'
import { setup } from './setup.mjs'

/** The tests with the real Claude Code and Codex, with everything set up; arguments are those of `vitest run`. */
await command(import.meta.url, async (args) => {
  const ready = await setup({ tests: true })
  const { failed } = await agents(ready.env, args)
  return failed === 0 ? 0 : 1
})
