import { command } from './lib/command.mjs'
import { packagedForTests } from './lib/package-app.mjs'
import { endToEnd } from './lib/test-parts.mjs'
import { setup } from './setup.mjs'

/** `playwright test` with everything set up; arguments are Playwright's. */
await command(import.meta.url, async (args) => {
  const ready = await setup()
  // Packaging takes a while: done for the whole suite and where a packaged test is asked for by name.
  const packaged = args.length === 0 || args.some((argument) => argument.includes('packaged'))
  const { failed } = await endToEnd(
    { ...ready.env, ...(packaged ? await packagedForTests(ready) : {}) },
    args,
  )
  return failed === 0 ? 0 : 1
})
