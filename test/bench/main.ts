import { bench as appDisasters } from './app-disasters'
import { bench as appLoop } from './app-loop'
import { bench as boxes } from './boxes'
import { bench as docker } from './docker'
import { bench as egress } from './egress'
import { bench as longSession } from './long-session'
import { bench as loop } from './loop'
import type { Measure } from './measure'
import { bench as mirror } from './mirror'
import { bench as openStore } from './open-store'
import { bench as redaction } from './redaction'
import { bench as snapshot } from './snapshot'
import { bench as start } from './start'
import { bench as store } from './store'
import { tableHead, tableLine } from './table'

const benches: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  mirror,
  snapshot,
  store,
  'open-store': openStore,
  loop,
  start,
  'long-session': longSession,
  'app-loop': appLoop,
  'app-disasters': appDisasters,
  redaction,
  egress,
  docker,
  boxes,
}

/** `[--json] [NAME…]`: runs the benches named, else all. A failing one says why, and the others go on. */
async function main(args: readonly string[]): Promise<number> {
  const asJson = args.includes('--json')
  const names = args.filter((arg) => arg !== '--json')
  const unknown = names.filter((name) => !Object.hasOwn(benches, name))
  if (unknown.length > 0) {
    console.error(
      `No bench is called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}, and --json.`,
    )
    return 2
  }
  const print = asJson ? JSON.stringify : tableLine
  let failed = false
  if (!asJson) console.log(tableHead())
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      for (const measure of await bench()) console.log(print(measure))
    } catch (cause) {
      failed = true
      console.error(
        `${name} could not be measured: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
    }
  }
  return failed ? 1 : 0
}

process.exitCode = await main(process.argv.slice(2))
