import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'

export type Origin = {
  readonly port: number
  /** First lines and headers as they came, one entry a request. */
  readonly requests: readonly string[]
  readonly close: () => Promise<void>
}

/** An HTTP server on the loopback address that keeps the heads of what it was asked. */
export async function startOrigin(answer: RequestListener): Promise<Origin> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const headers = request.rawHeaders.flatMap((text, index, all) =>
      index % 2 === 0 ? [`${text}: ${all[index + 1]}`] : [],
    )
    requests.push([`${request.method} ${request.url}`, ...headers].join('\n'))
    answer(request, response)
  })
  return { ...(await listening(server)), requests }
}

/** A bare server on the loopback address. */
export async function startTcp(handle: (socket: Socket) => void): Promise<Omit<Origin, 'requests'>> {
  const open = new Set<Socket>()
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Says back what it hears, and ends when the other side does. */
export const echo = (socket: Socket): void => {
  socket.pipe(socket)
}

async function listening(server: Server): Promise<Omit<Origin, 'requests'>> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('no port')
  return Number(address.port)
}
