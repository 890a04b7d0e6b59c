import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type ContactEvent,
  createEgressThread,
  defaultEgressLimits,
  type EgressThread,
  openaiApi,
} from '../../../src/main/egress'
import { buildWorkers } from '../../support/build-workers'
import {
  closeAll,
  connectTo,
  echo,
  exchange,
  openTunnel,
  socketFolder,
  startOrigin,
  startTcp,
  statusOf,
  toClose,
  until,
} from '../../support/egress'

afterEach(closeAll)

const { egress: worker } = await buildWorkers()

function start(onLost: (cause: unknown) => void = () => undefined): EgressThread {
  return toClose(createEgressThread({ worker, onLost }))
}

async function openEgress(thread: EgressThread, port: number, onContact: (event: ContactEvent) => void) {
  const socketPath = join(socketFolder(), 'out.sock')
  const opened = await thread.openEgress({ socketPath, rules: [{ host: 'localhost', port }], onContact })
  if (!opened.ok) throw new Error(opened.error.message)
  return { ...opened.value, socketPath }
}

const post = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`

describe('proxies in a thread of their own', () => {
  it('carry what is listed, refuse the rest, and tell each contact before they say that they are closed', async () => {
    const { port } = toClose(await startTcp(echo))
    const events: ContactEvent[] = []
    const proxy = await openEgress(start(), port, (event) => events.push(event))
    const client = await openTunnel(proxy.socketPath, `localhost:${port}`)
    client.write('hello')
    await client.waitFor('hello')
    const refused = await exchange(proxy.socketPath, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(statusOf(refused)).toBe(403)
    const totals = await proxy.close()
    expect(totals).toEqual({ open: 0, contacts: 2, unrecorded: 0, bytesUp: 5, bytesDown: 5 })
    expect(events.map(({ phase, contact: { host, reason } }) => [phase, host, reason])).toEqual([
      ['started', 'localhost', null],
      ['ended', '127.0.0.1', 'host_not_listed'],
      ['ended', 'localhost', 'closed'],
    ])
    expect(existsSync(proxy.socketPath)).toBe(false)
  })

  it('are tightened while they run', async () => {
    const { port } = toClose(await startTcp(echo))
    const events: ContactEvent[] = []
    const proxy = await openEgress(start(), port, (event) => events.push(event))
    const client = await openTunnel(proxy.socketPath, `localhost:${port}`)
    expect((await proxy.tighten([])).ok).toBe(true)
    await client.rest()
    expect(events.at(-1)).toMatchObject({ phase: 'ended', contact: { reason: 'rules_tightened' } })
    const wrong = await proxy.tighten([{ host: '*', port: 1 }])
    expect(wrong.ok ? null : wrong.error.code).toBe('policy.invalid')
  })

  it('ask for the key when a request needs it', async () => {
    const { port, requests } = toClose(await startOrigin((_request, response) => response.end('{}')))
    const keys = ['first-key', null, 'later-key']
    const socketPath = join(socketFolder(), 'model.sock')
    const opened = await start().openProvider({
      socketPath,
      upstream: new URL(`http://127.0.0.1:${port}/v1`),
      endpoints: openaiApi.endpoints,
      inject: async () => {
        const key = keys.shift()
        if (!key) throw new Error('the keyring is locked')
        return openaiApi.keyHeaders(key)
      },
      onContact: () => undefined,
    })
    expect(opened.ok).toBe(true)
    const statuses = []
    for (let count = 0; count < 3; count += 1)
      statuses.push(statusOf(await exchange(socketPath, post('/v1/responses'))))
    expect(statuses).toEqual([200, 502, 200])
    expect(requests.map((head) => /Bearer (.*)/.exec(head)?.[1])).toEqual(['first-key', 'later-key'])
  })

  it('say why they can’t be opened', async () => {
    const thread = start()
    const options = { socketPath: '/nowhere/out.sock', onContact: () => undefined }
    const unlisted = await thread.openEgress({ ...options, rules: [{ host: '*', port: 1 }] })
    expect(unlisted.ok ? null : unlisted.error.code).toBe('policy.invalid')
    const unplaced = await thread.openEgress({ ...options, rules: [] })
    expect(unplaced.ok ? null : unplaced.error.code).toBe('sandbox.start_failed')
  })

  it('let nothing more through when a contact could not be recorded', async () => {
    const { port } = toClose(await startTcp(echo))
    const proxy = await openEgress(start(), port, () => {
      throw new Error('no space left')
    })
    const client = await connectTo(proxy.socketPath)
    client.write(`CONNECT localhost:${port} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await client.rest()
    await until(() => !existsSync(proxy.socketPath))
    // May be asked again, by more than one.
    await Promise.all([proxy.close(), proxy.close()])
  })

  it('of many sessions keep to themselves', async () => {
    const { port } = toClose(await startTcp(echo))
    const thread = start()
    const seen: Record<string, number> = {}
    const sessions = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const proxy = await openEgress(thread, port, ({ phase }) => {
          if (phase === 'ended') seen[name] = (seen[name] ?? 0) + 1
        })
        return { name, proxy }
      }),
    )
    const [first, second] = sessions
    const client = await openTunnel(second?.proxy.socketPath ?? '', `localhost:${port}`)
    await first?.proxy.close()
    client.write('still there')
    await client.waitFor('still there')
    await thread.close()
    expect(seen).toEqual({ b: 1 })
  })

  it('that are lost with their thread are told so; the next starts another', async () => {
    const { port } = toClose(await startTcp(echo))
    const causes: unknown[] = []
    const thread = start((cause) => causes.push(cause))
    const proxy = await openEgress(thread, port, () => undefined)
    const client = await openTunnel(proxy.socketPath, `localhost:${port}`)
    // What no version of the thread understands ends it.
    const broken = thread.openEgress({
      socketPath: join(socketFolder(), 'out.sock'),
      rules: [],
      limits: { ...defaultEgressLimits, idleMs: Number.NaN },
      onContact: () => undefined,
    })
    const result = await broken
    expect(result.ok ? null : result.error.code).toBe('sandbox.start_failed')
    await client.rest()
    expect(causes).toHaveLength(1)
    expect(await proxy.close()).toBeNull()
    const next = await openEgress(thread, port, () => undefined)
    expect(statusOf((await openTunnel(next.socketPath, `localhost:${port}`)).received())).toBe(200)
  })
})
