import { connect, type Socket } from 'node:net'

export type Place = { readonly host: string; readonly port: number }

/** A connection that is being made; its socket stays half-open when the other side ends. */
export type Connection = { readonly socket: Socket }

/** Begins to make a connection. */
export type OpenConnection<C extends Connection> = (place: Place) => C

/** One whose socket is read as a stream. */
export const openStream: OpenConnection<Connection> = (place) => ({
  socket: connect({ ...place, allowHalfOpen: true, noDelay: true }),
})
