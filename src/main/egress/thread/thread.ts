import type { Result } from '../../../shared'
import { createLookUps } from '../connect/look-ups'
import type { ContactEvent, ContactTotals } from '../contacts/contact'
import { createProviderProxy } from '../provider/provider-proxy'
import { createEgressProxy } from '../proxy/egress-proxy'
import type { EgressRule } from '../rules/rule-set'
import { type Answer, type Question, questionSchema } from './messages'

type Headers = Readonly<Record<string, string>>
type OpenProxy = {
  readonly tighten?: (rules: readonly EgressRule[]) => Result<void>
  readonly totals: () => ContactTotals
  readonly close: () => Promise<void>
}

export type ThreadDeps = {
  readonly now: () => number
  readonly say: (answer: Answer) => void
}

/** The thread's side: opens proxies as it is asked to, tells their contacts, asks for keys. */
export function createThread({ now, say }: ThreadDeps) {
  const proxies = new Map<number, OpenProxy>()
  const waiting = new Map<number, (headers: Headers | null) => void>()
  const lookUps = createLookUps()
  let requests = 0

  const tells = (id: number) => ({
    now,
    resolve: lookUps.forBox(),
    onContact: (event: ContactEvent) => say({ type: 'contact', id, event: { ...event } }),
  })

  const askForHeaders = (id: number): Promise<Headers> =>
    new Promise((done, fail) => {
      requests += 1
      const request = requests
      waiting.set(request, (headers) => (headers === null ? fail(new Error('no key')) : done(headers)))
      say({ type: 'headers_wanted', id, request })
    })

  const opened = (id: number, made: Result<OpenProxy>): void => {
    if (made.ok) proxies.set(id, made.value)
    say({ type: 'opened', id, error: made.ok ? null : made.error })
  }

  const answer = async (question: Question): Promise<void> => {
    const { id } = question
    switch (question.type) {
      case 'open_egress':
        return opened(id, await createEgressProxy({ ...question, ...tells(id) }))
      case 'open_provider': {
        const upstream = new URL(question.upstream)
        const inject = (): Promise<Headers> => askForHeaders(id)
        return opened(id, await createProviderProxy({ ...question, ...tells(id), upstream, inject }))
      }
      case 'tighten': {
        const tightened = proxies.get(id)?.tighten?.(question.rules)
        return say({ type: 'tightened', id, error: tightened?.ok === false ? tightened.error : null })
      }
      case 'close': {
        const proxy = proxies.get(id)
        proxies.delete(id)
        await proxy?.close()
        return say({ type: 'closed', id, totals: proxy?.totals() ?? null })
      }
      case 'headers':
        waiting.get(question.request)?.(question.headers)
        waiting.delete(question.request)
    }
  }

  return { hear: (question: unknown): Promise<void> => answer(questionSchema.parse(question)) }
}
