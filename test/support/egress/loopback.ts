import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { toClose } from './proxy'

/** A loopback port that leads to a socket, for programs that know of no other way to a proxy. */
export async function loopbackTo(socketPath: string): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const way = connect({ path: socketPath, allowHalfOpen: true })
    client.pipe(way).pipe(client)
    for (const [one, other] of [
      [client, way],
      [way, client],
    ] as const)
      one.on('error', () => undefined).once('close', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose({ close: async () => void server.close() })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs a program to its end; a code above 0 is an answer. */
export function runProgram(file: string, args: readonly string[], stdin = ''): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = execFile(file, [...args], { timeout: 20_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') done({ code, stdout, stderr })
      else fail(error)
    })
    child.stdin?.on('error', () => undefined).end(stdin)
  })
}
