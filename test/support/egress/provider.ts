import { join } from 'node:path'
import {
  type ContactEvent,
  createProviderProxy,
  type ProviderApi,
  type ProviderProxyDeps,
} from '../../../src/main/egress'
import type { Contact } from '../../../src/shared'
import { everythingAtHome, socketFolder, toClose, until } from './proxy'

type Wanted = { readonly upstream: URL; readonly api: ProviderApi } & Partial<ProviderProxyDeps>

/** A provider's proxy that adds the key `outside-key`, closed after the test. */
export async function startProviderProxy(wanted: Wanted) {
  const events: ContactEvent[] = []
  const socketPath = join(socketFolder(), 'model.sock')
  const made = await createProviderProxy({
    socketPath,
    endpoints: wanted.api.endpoints,
    inject: async () => wanted.api.keyHeaders('outside-key'),
    resolve: everythingAtHome,
    now: Date.now,
    onContact: (event) => events.push(event),
    ...wanted,
  })
  if (!made.ok) throw new Error(made.error.message)
  const contacts = (): readonly Contact[] =>
    events.flatMap(({ phase, contact }) => (phase === 'ended' ? [contact] : []))
  return toClose({
    ...made.value,
    socketPath,
    contacts,
    ended: async (count: number) => {
      await until(() => contacts().length >= count)
      return contacts()
    },
  })
}
