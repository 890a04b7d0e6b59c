import { command } from './lib/command.mjs'
import { packagedForTests } from './lib/package-app.mjs'
import { say } from './lib/say.mjs'
import { agents, check, endToEnd, escapes, vitest } from './lib/test-parts.mjs'
import { troublesText } from './lib/test-report.mjs'
import { setup } from './setup.mjs'

const parts = {
  check,
  unit: ({ env }) => vitest('unit', env),
  integration: ({ env }) => vitest('integration', env),
  agents: ({ env }) => agents(env),
  escape: ({ env }) => escapes(env),
  e2e: async (ready) => endToEnd({ ...ready.env, ...(await packagedForTests(ready)) }),
}

/** Takes long: only where it is asked for, by name or by `all`. */
const isExtra = (name) => name === 'escape'

/**
 * Every gate in sequence; the last line counts all of them. Names of parts as arguments run only those; `all` runs the
 * attempts to escape as well.
 */
await command(import.meta.url, async (args) => {
  const unknown = args.filter((name) => name !== 'all' && !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    say(`No part is called ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}, and all.`)
    return 2
  }
  const isWanted = (name) => args.includes('all') || (args.length > 0 ? args.includes(name) : !isExtra(name))
  const ready = await setup({ tests: true })
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const unsteady = []
  for (const [name, part] of Object.entries(parts)) {
    if (!isWanted(name)) continue
    say(`\n── ${name}`)
    const count = await part(ready)
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
