import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createEgressProxy, defaultEgressLimits, type Resolve } from '../../../src/main/egress'
import { createLookUps } from '../../../src/main/egress/connect/look-ups'
import {
  atHome,
  closeAll,
  connectTo,
  echo,
  openTunnel,
  socketFolder,
  startTcp,
  statusOf,
  toClose,
} from '../../support/egress'

afterEach(closeAll)

describe('the system’s own look-up', () => {
  it('finds a name, and takes one after the other where many are asked for', async () => {
    const resolve = createLookUps().forBox()
    const names = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'localhost' : 'LOCALHOST'))
    for (const addresses of await Promise.all(names.map(resolve)))
      expect(addresses.join(' ')).toMatch(/127\.0\.0\.1|::1/)
  })

  it('goes on after a name that is not there', async () => {
    const resolve = createLookUps().forBox()
    const [unknown, known] = await Promise.allSettled([resolve('nowhere.invalid'), resolve('localhost')])
    expect([unknown.status, known.status]).toEqual(['rejected', 'fulfilled'])
  })
})

/** Names that begin with `hangs` are answered when the test says so, all others at once. */
function hanging() {
  const asked: string[] = []
  const held: (() => void)[] = []
  const resolve: Resolve = (name) => {
    asked.push(name)
    if (!name.startsWith('hangs')) return Promise.resolve(['127.0.0.1'])
    return new Promise((_done, fail) => held.push(() => fail(new Error('no answer'))))
  }
  const release = (): void => {
    for (const each of held.splice(0)) each()
  }
  return { asked, resolve, release }
}

describe('look-ups of many boxes', () => {
  it('that hang in one box are answered in another', async () => {
    const { resolve, release } = hanging()
    const lookUps = createLookUps({ resolve })
    const { port } = toClose(await startTcp(echo))
    const openBox = async () => {
      const socketPath = join(socketFolder(), 'out.sock')
      const made = await createEgressProxy({
        socketPath,
        rules: [atHome('*.example.org', port)],
        limits: defaultEgressLimits,
        resolve: lookUps.forBox(),
        now: Date.now,
        onContact: () => undefined,
      })
      if (!made.ok) throw new Error(made.error.message)
      toClose(made.value)
      return socketPath
    }
    const boxes = [await openBox(), await openBox()]
    for (const path of boxes)
      for (let index = 0; index < 20; index += 1) {
        const client = await connectTo(path)
        client.write(`CONNECT hangs-${index}.example.org:${port} HTTP/1.1\r\nHost: x\r\n\r\n`)
      }
    const other = await openTunnel(await openBox(), `api.example.org:${port}`)
    expect(statusOf(other.received())).toBe(200)
    release()
  })

  it('go one at a time in a box, and each name once at a time', async () => {
    const { asked, resolve, release } = hanging()
    const box = createLookUps({ resolve }).forBox()
    const all = [box('hangs-1'), box('hangs-1'), box('a.example'), box('a.example')]
    expect(asked).toEqual(['hangs-1'])
    release()
    const settled = await Promise.allSettled(all)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
    expect(asked).toEqual(['hangs-1', 'a.example'])
    await box('a.example')
    expect(asked).toHaveLength(3)
  })

  it('leave a place to those that are quick, once they were slow', async () => {
    const { asked, resolve, release } = hanging()
    const time = { now: 0 }
    const lookUps = createLookUps({ resolve, now: () => time.now })
    const slow = [lookUps.forBox(), lookUps.forBox(), lookUps.forBox()]
    const ask = (name: string) => Promise.allSettled(slow.map((box) => box(name)))
    const first = ask('hangs-1')
    expect(asked).toHaveLength(3)
    time.now = 5000
    release()
    await first
    const second = ask('hangs-2')
    expect(asked).toHaveLength(5)
    expect(await lookUps.forBox()('a.example')).toEqual(['127.0.0.1'])
    // What nobody waits for any more is not asked for.
    time.now = 25_000
    release()
    expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(asked).toHaveLength(6)
    // Quick once is quick again.
    expect(await slow[0]?.('a.example')).toEqual(['127.0.0.1'])
  })
})
