import type { Socket } from 'node:net'
import { connect, rootCertificates, type TLSSocket } from 'node:tls'
import type { CanonicalHost } from '../host/canonical-host'

export type SecureOptions = {
  readonly host: CanonicalHost
  /** Certificates to trust beside the usual ones, PEM; null: none. */
  readonly trusted: string | null
  readonly timeoutMs: number
}

/** TLS on a connection that was made; null: the other side is not who it should be, or said nothing in time. */
export function secure(
  socket: Socket,
  { host, trusted, timeoutMs }: SecureOptions,
): Promise<TLSSocket | null> {
  return new Promise((done) => {
    const over = connect({
      socket,
      host: host.text,
      // An address is no name that can be said in a TLS greeting.
      ...(host.type === 'name' ? { servername: host.text } : {}),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(trusted === null ? {} : { ca: [...rootCertificates, trusted] }),
    })
    const timer = setTimeout(() => over.destroy(), timeoutMs)
    over.once('secureConnect', () => {
      clearTimeout(timer)
      done(over)
    })
    // Stays on the socket: an error later on is seen by its 'close', and must not be thrown.
    over.on('error', () => over.destroy())
    over.once('close', () => {
      clearTimeout(timer)
      socket.destroy()
      done(null)
    })
  })
}
