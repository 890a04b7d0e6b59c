import { ok } from '../../../shared'
import { type Broker, checkOutputSchema } from '../../broker'
import type { Handlers, Notices } from '../../gateway'
import type { RuntimeRegistry } from '../../runtimes'

export type RunHandlerDeps = {
  readonly broker: Broker
  readonly runtimes: RuntimeRegistry
  readonly notices: Notices
}

type RunCalls =
  | 'runtimes.list'
  | 'runtimes.probe'
  | 'runtimes.eligible'
  | 'schemas.check'
  | 'runs.start'
  | 'runs.cancel'

export function runHandlers({ broker, runtimes, notices }: RunHandlerDeps): Pick<Handlers, RunCalls> {
  return {
    'runtimes.list': async () => ok((await runtimes.candidates()).map(({ probe }) => probe.info)),
    'runtimes.probe': async () => {
      const infos = (await runtimes.probeAgain()).map(({ probe }) => probe.info)
      notices.announce({ topic: 'runtimes', id: null })
      return ok(infos)
    },
    'runtimes.eligible': (request) => broker.eligible(request),
    'schemas.check': ({ schema }) => {
      const checked = checkOutputSchema(schema)
      return ok(checked.ok ? null : checked.error)
    },
    'runs.start': (request) => broker.start(request),
    'runs.cancel': ({ sessionId }) => broker.cancel(sessionId, 'user'),
  }
}
