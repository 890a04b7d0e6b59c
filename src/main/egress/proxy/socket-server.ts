import { closeSync, constants, openSync } from 'node:fs'
import { chmod, lstat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import type { EgressLimits } from '../limits'

/** Longest path that a socket's name has room for (`sun_path`, with its closing NUL). */
const longestPath = process.platform === 'linux' ? 107 : 103

export type SocketServer = {
  readonly server: Server
  /** Stops listening and removes the socket. Connections are the caller's. */
  readonly close: () => Promise<void>
}

/**
 * An HTTP/1.1 server on a unix socket that did not exist before, with `mode` once it listens. Its parser is Node's strict
 * one: two lengths, a length beside a coding, folded headers and the like are refused before anyone sees the request.
 */
export async function listenOnSocket(
  socketPath: string,
  mode: number,
  limits: Pick<EgressLimits, 'headerBytes' | 'connectMs' | 'idleMs'>,
): Promise<Result<SocketServer>> {
  const folder = dirname(socketPath)
  const found = await lstat(folder).catch(() => null)
  // Else somebody could put another socket in our one's place.
  if (!found?.isDirectory() || (found.mode & 0o022) !== 0 || found.uid !== process.geteuid?.())
    return unusable(socketPath, 'its folder is not one that only this user can change')
  const server = createServer({
    insecureHTTPParser: false,
    requireHostHeader: true,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.connectMs,
    // Of a body that takes longer the silence counts.
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: 5000,
    noDelay: true,
  })
  const short = shortPath(socketPath)
  if (short === null) return unusable(socketPath, `its path has more than ${longestPath} bytes`)
  try {
    await listen(server, short.path)
    await chmod(socketPath, mode)
  } catch (cause) {
    server.close()
    short.release()
    return unusable(socketPath, 'the system does not let it be made', cause)
  }
  let closed: Promise<void> | null = null
  const closeOnce = async (): Promise<void> => {
    await new Promise((done) => server.close(done))
    short.release()
  }
  return ok({
    server,
    close: () => {
      closed ??= closeOnce()
      return closed
    },
  })
}

/** A path too long for a socket's name is short when it starts at its folder, held open. */
function shortPath(socketPath: string): { readonly path: string; readonly release: () => void } | null {
  if (Buffer.byteLength(socketPath) <= longestPath) return { path: socketPath, release: () => undefined }
  if (process.platform !== 'linux') return null
  const handle = openSync(
    dirname(socketPath),
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  )
  return { path: join(`/proc/self/fd/${handle}`, basename(socketPath)), release: () => closeSync(handle) }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen({ path }, () => {
      server.removeListener('error', fail)
      // An accept that fails (no handles left) is tried again by the server.
      server.on('error', () => undefined)
      done()
    })
  })
}

function unusable(socketPath: string, why: string, cause?: unknown): Result<never> {
  return failure(
    'sandbox.start_failed',
    `The run's network can't be opened: ${why}. Nothing was started. Look at the folder that Glovebox keeps runs in, then try again.`,
    { socketPath },
    cause,
  )
}
