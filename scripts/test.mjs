import { command } from './lib/command.mjs'
import { packagedForTests } from './lib/package-app.mjs'
import { say } from './lib/say.mjs'
import { agents, check, endToEnd, vitest } from './lib/test-parts.mjs'
import { troublesText } from './lib/test-report.mjs'
import { setup } from './setup.mjs'

/** Every gate in sequence; the last line counts all of them. Names of parts as arguments run only those. */
await command(import.meta.url, async (args) => {
  const ready = await setup({ tests: true })
  const parts = {
    check,
    unit: () => vitest('unit', ready.env),
    integration: () => vitest('integration', ready.env),
    agents: () => agents(ready.env),
    e2e: async () => endToEnd({ ...ready.env, ...(await packagedForTests(ready)) }),
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const unsteady = []
  for (const [name, part] of Object.entries(parts)) {
    if (args.length > 0 && !args.includes(name)) continue
    say(`\n── ${name}`)
    const count = await part()
    for (const key of Object.keys(total)) total[key] += count[key]
    failures.push(...count.failures)
    unsteady.push(...count.unsteady)
  }
  if (unsteady.length > 0) say(`\n── passed at a second try only\n${troublesText(unsteady)}`)
  if (failures.length > 0) say(`\n── failed\n${troublesText(failures)}`)
  say(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  )
  return total.failed === 0 && total.passed > 0 ? 0 : 1
})
