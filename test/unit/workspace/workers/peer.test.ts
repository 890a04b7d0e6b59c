import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Calls,
  createPeer,
  PeerError,
  type PeerMessage,
} from '../../../../src/main/workspace/workers/peer'

let close: () => void = () => undefined
afterEach(() => close())

function pair(here: Calls, there: Calls) {
  const { port1, port2 } = new MessageChannel()
  close = () => port1.close()
  const wrap = (port: typeof port1) => ({
    postMessage: (message: unknown) => port.postMessage(message),
    on: (_: 'message', listener: (message: PeerMessage) => void) => port.on('message', listener),
  })
  return {
    a: createPeer<Calls>(wrap(port1), (method) => here[method]),
    b: createPeer<Calls>(wrap(port2), (method) => there[method]),
  }
}

describe('a peer', () => {
  it('calls both ways, also from within an answer', async () => {
    const { a } = pair(
      { double: (value: number) => value * 2 },
      { ask: async (value: number): Promise<unknown> => peers.b.call('double', value as never) },
    )
    const peers = pair(
      { double: (value: number) => value * 2 },
      { ask: (value: number) => peers.b.call('double', value as never) },
    )
    a.close('not used')
    expect(await peers.a.call('ask', 21 as never)).toBe(42)
  })

  it('hands over what was thrown, with the file system’s code', async () => {
    const { a } = pair(
      {},
      {
        fail: () => {
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        },
      },
    )
    await expect(a.call('fail', null as never)).rejects.toMatchObject({ message: 'no space', code: 'ENOSPC' })
  })

  it('rejects what waits once the other end is gone, and whatever is asked later', async () => {
    const { a } = pair({}, { never: () => new Promise(() => undefined) })
    const waiting = a.call('never', null as never)
    a.close('gone')
    await expect(waiting).rejects.toBeInstanceOf(PeerError)
    await expect(a.call('never', null as never)).rejects.toThrow('gone')
  })
})
