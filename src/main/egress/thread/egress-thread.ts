import { Worker } from 'node:worker_threads'
import { failure, type GloveboxError, ok, type Result } from '../../../shared'
import type { ContactTotals } from '../contacts/contact'
import { defaultEgressLimits } from '../limits'
import type { ProviderProxyDeps } from '../provider/provider-proxy'
import type { EgressProxyDeps } from '../proxy/egress-proxy'
import type { EgressRule } from '../rules/rule-set'
import { type Answer, answerSchema, type Question } from './messages'

/** What a proxy in the thread is opened with: as createEgressProxy's, names looked up by the system. */
export type EgressOptions = Omit<EgressProxyDeps, 'now' | 'resolve' | 'tlsPorts'>
export type ProviderOptions = Omit<ProviderProxyDeps, 'now' | 'resolve'>

export type ThreadProxy = {
  /** Cuts everything and removes the socket; what its contacts came to, null if the thread was lost. */
  readonly close: () => Promise<ContactTotals | null>
}
export type ThreadEgress = ThreadProxy & {
  /** As EgressProxy's. */
  readonly tighten: (rules: readonly EgressRule[]) => Promise<Result<void>>
}

/** The proxies of all sessions in a thread of their own, so that no box can hold up the app's main loop. */
export type EgressThread = {
  readonly openEgress: (options: EgressOptions) => Promise<Result<ThreadEgress>>
  readonly openProvider: (options: ProviderOptions) => Promise<Result<ThreadProxy>>
  /** Ends the thread; what is still open is cut. */
  readonly close: () => Promise<void>
}

export type EgressThreadDeps = {
  /** Built entry of egress-worker.ts. */
  readonly worker: URL
  /** The thread ended by itself: every proxy is gone, so every box is cut off. The next one opened starts another. */
  readonly onLost: (cause: unknown) => void
}

type Session = {
  readonly onContact: EgressProxyDeps['onContact']
  readonly inject: ProviderProxyDeps['inject'] | null
}
type Reply = Extract<Answer, { type: 'opened' | 'tightened' | 'closed' }>

export function createEgressThread({ worker: entry, onLost }: EgressThreadDeps): EgressThread {
  const sessions = new Map<number, Session>()
  /** Who waits for a reply, by its kind and its proxy. */
  const waiting = new Map<string, ((reply: Reply | null) => void)[]>()
  let worker: Worker | null = null
  let lastId = 0

  const say = (question: Question): void => worker?.postMessage(question)

  const ask = (question: Question, reply: Reply['type']): Promise<Reply | null> =>
    new Promise((done) => {
      if (worker === null) return done(null)
      const key = `${reply} ${question.id}`
      waiting.set(key, [...(waiting.get(key) ?? []), done])
      say(question)
    })

  const hear = (answer: Answer): void => {
    const session = sessions.get(answer.id)
    switch (answer.type) {
      case 'contact':
        try {
          session?.onContact(answer.event)
        } catch {
          // What can't be recorded does not go on.
          say({ type: 'close', id: answer.id })
        }
        return
      case 'headers_wanted': {
        const { id, request } = answer
        const give = (headers: Readonly<Record<string, string>> | null): void =>
          say({ type: 'headers', id, request, headers: headers === null ? null : { ...headers } })
        void (session?.inject ?? (() => Promise.reject(new Error('no key'))))().then(give, () => give(null))
        return
      }
      case 'opened':
      case 'tightened':
      case 'closed': {
        const key = `${answer.type} ${answer.id}`
        for (const done of waiting.get(key) ?? []) done(answer)
        waiting.delete(key)
      }
    }
  }

  const lose = (lost: Worker, cause: unknown): void => {
    if (worker !== lost) return
    worker = null
    sessions.clear()
    for (const done of [...waiting.values()].flat()) done(null)
    waiting.clear()
    onLost(cause)
  }

  const start = (): void => {
    if (worker !== null) return
    const started = new Worker(entry)
    worker = started
    started.on('message', (message: unknown) => {
      const answer = answerSchema.safeParse(message)
      if (answer.success) hear(answer.data)
      else void started.terminate()
    })
    started.on('error', (cause) => lose(started, cause))
    started.on('exit', (code) => lose(started, `exit code ${code}`))
    started.unref()
  }

  const open = async (session: Session, question: (id: number) => Question): Promise<Result<number>> => {
    start()
    lastId += 1
    const id = lastId
    sessions.set(id, session)
    const reply = await ask(question(id), 'opened')
    if (reply?.type === 'opened' && reply.error === null) return ok(id)
    sessions.delete(id)
    return reply?.type === 'opened' && reply.error !== null ? failed(reply.error) : lost()
  }

  const close = async (id: number): Promise<ContactTotals | null> => {
    const reply = await ask({ type: 'close', id }, 'closed')
    // Its last contacts were told before this.
    sessions.delete(id)
    return reply?.type === 'closed' ? reply.totals : null
  }

  return {
    openEgress: async ({
      socketPath,
      socketMode = 0o600,
      rules,
      limits = defaultEgressLimits,
      onContact,
    }) => {
      const socket = { socketPath, socketMode, limits: { ...limits } }
      const opened = await open({ onContact, inject: null }, (id) => ({
        type: 'open_egress',
        id,
        ...socket,
        rules: rules.map(copied),
      }))
      if (!opened.ok) return opened
      return ok({
        tighten: async (more) => {
          const question: Question = { type: 'tighten', id: opened.value, rules: more.map(copied) }
          const reply = await ask(question, 'tightened')
          if (reply?.type !== 'tightened') return lost()
          return reply.error === null ? ok(undefined) : failed(reply.error)
        },
        close: () => close(opened.value),
      })
    },
    openProvider: async (options) => {
      const {
        socketPath,
        socketMode = 0o600,
        upstream,
        endpoints,
        trusted = null,
        onContact,
        inject,
      } = options
      const opened = await open({ onContact, inject }, (id) => ({
        type: 'open_provider',
        id,
        socketPath,
        socketMode,
        limits: { ...(options.limits ?? defaultEgressLimits) },
        upstream: upstream.href,
        endpoints: endpoints.map((endpoint) => ({ ...endpoint })),
        trusted,
      }))
      return opened.ok ? ok({ close: () => close(opened.value) }) : opened
    },
    close: async () => {
      await Promise.all([...sessions.keys()].map(close))
      const ended = worker
      worker = null
      await ended?.terminate()
    },
  }
}

const copied = ({ host, port, addresses }: EgressRule) => ({
  host,
  port,
  ...(addresses === undefined ? {} : { addresses: [...addresses] }),
})

function failed(error: GloveboxError): Result<never> {
  return { ok: false, error }
}

function lost(): Result<never> {
  return failure(
    'sandbox.start_failed',
    "The run's network can't be opened: the part of Glovebox that carries it has ended. Start the run again.",
  )
}
