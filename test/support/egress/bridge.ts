import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Relay, relayEntry, relays } from '../../../src/main/egress'
import type { BoxRequest } from '../../../src/main/sandbox'
import { socketFolder } from './proxy'

/** Where a box sees the folder with the sockets and the relay. */
const inside = '/run/glovebox'

export type Bridge = {
  /** The folder outside: sockets go there, by these names. */
  readonly folder: string
  readonly request: (ports: Readonly<Record<number, string>>) => Pick<BoxRequest, 'bridges' | 'entry'>
}

/** A folder for sockets with the relay in it, and what has a box use them: ports by the name of their socket. */
export function makeBridge(name: Relay['name'] = 'perl'): Bridge {
  const folder = socketFolder()
  const relay = relays.find((each) => each.name === name)
  if (relay === undefined) throw new Error(`no relay is called ${name}`)
  writeFileSync(join(folder, relay.file), relay.text)
  return {
    folder,
    request: (ports) => ({
      bridges: [{ source: folder, target: inside, access: 'read' }],
      entry: relayEntry(
        inside,
        Object.fromEntries(Object.entries(ports).map(([port, socket]) => [port, `${inside}/${socket}`])),
      ),
    }),
  }
}
