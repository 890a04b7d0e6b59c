import { command } from './lib/command.mjs'
import { escapes } from './lib/test-parts.mjs'
import { setup } from './setup.mjs'

/** Attempts to get out of every sandbox of this machine, with everything set up; arguments are those of `vitest run`. */
await command(import.meta.url, async (args) => {
  const ready = await setup({ tests: true })
  const { failed } = await escapes(ready.env, args)
  return failed === 0 ? 0 : 1
})
