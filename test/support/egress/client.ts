import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to a proxy's socket that keeps all that comes back. */
export type Client = {
  readonly socket: Socket
  readonly received: () => string
  readonly write: (text: string | Buffer) => void
  /** Says that nothing more comes. */
  readonly end: () => void
  /** All that came back, once the other side has ended. */
  readonly rest: () => Promise<string>
  /** Waits for a text in what comes back. */
  readonly waitFor: (text: string) => Promise<string>
}

export async function connectTo(path: string): Promise<Client> {
  const socket = connect({ path, allowHalfOpen: true })
  const pieces: Buffer[] = []
  const received = (): string => Buffer.concat(pieces).toString('latin1')
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const gone = new Promise<void>((done) => {
    socket.once('end', done)
    socket.once('close', () => done())
  })
  return {
    socket,
    received,
    write: (text) => void socket.write(text),
    end: () => void socket.end(),
    rest: async () => {
      await gone
      return received()
    },
    waitFor: async (text) => {
      while (!received().includes(text)) {
        if (socket.destroyed || socket.readableEnded)
          throw new Error(`ended with ${JSON.stringify(received())}`)
        await new Promise((done) => setTimeout(done, 2))
      }
      return received()
    },
  }
}

/** One exchange on a connection of its own: sends bytes as they are, gives all that comes back until its end. */
export async function exchange(path: string, text: string | Buffer): Promise<string> {
  const client = await connectTo(path)
  client.write(text)
  const answer = await client.rest()
  client.socket.destroy()
  return answer
}

/** A tunnel that is open, or the answer that refused it. */
export async function openTunnel(path: string, place: string): Promise<Client> {
  const client = await connectTo(path)
  client.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\n`)
  await client.waitFor('\r\n\r\n')
  return client
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(answer)?.[1])
