import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ContactEvent,
  createEgressProxy,
  defaultEgressLimits,
  type EgressLimits,
  type EgressProxy,
  type EgressRule,
  type Resolve,
} from '../../../src/main/egress'
import type { Contact } from '../../../src/shared'
import { temporaryFolder } from '../repository'

export type TestProxy = EgressProxy & {
  readonly socketPath: string
  readonly events: readonly ContactEvent[]
  /** Those that have ended. */
  readonly contacts: () => readonly Contact[]
  /** Waits until so many have ended. */
  readonly ended: (count: number) => Promise<readonly Contact[]>
}

export type ProxyOptions = {
  readonly limits?: Partial<EgressLimits>
  readonly resolve?: Resolve
  readonly tlsPorts?: readonly number[]
  readonly onContact?: (event: ContactEvent) => void
  readonly socketPath?: string
}

const open: { close(): Promise<void> }[] = []

/** To be called after each test. */
export async function closeAll(): Promise<void> {
  for (const each of open.splice(0)) await each.close()
}

export function toClose<T extends { close(): Promise<void> }>(each: T): T {
  open.push(each)
  return each
}

export function socketFolder(): string {
  const folder = join(temporaryFolder(), 'net')
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** A rule for a name that is on the loopback address. */
export const atHome = (host: string, port: number): EgressRule => ({ host, port, addresses: ['127.0.0.1'] })

export const everythingAtHome: Resolve = async () => ['127.0.0.1']

export async function startProxy(
  rules: readonly EgressRule[],
  {
    limits,
    resolve = everythingAtHome,
    tlsPorts = [],
    onContact,
    socketPath = join(socketFolder(), 'out.sock'),
  }: ProxyOptions = {},
): Promise<TestProxy> {
  const events: ContactEvent[] = []
  const made = await createEgressProxy({
    socketPath,
    rules,
    limits: { ...defaultEgressLimits, ...limits },
    resolve,
    tlsPorts: new Set(tlsPorts),
    now: Date.now,
    onContact: (event) => {
      onContact?.(event)
      events.push(event)
    },
  })
  if (!made.ok) throw new Error(made.error.message)
  const contacts = (): readonly Contact[] =>
    events.flatMap(({ phase, contact }) => (phase === 'ended' ? [contact] : []))
  return toClose({
    ...made.value,
    socketPath,
    events,
    contacts,
    ended: async (count) => {
      await until(() => contacts().length >= count)
      return contacts()
    },
  })
}

/** Waits until something holds; the test's own time limit ends it if it never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5))
}
