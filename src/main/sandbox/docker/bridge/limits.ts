/** What a bridge holds at most, at our end; the other end is told the first and holds itself to half of the second. */
export type BridgeLimits = {
  /** Bytes of one connection, each way, that were sent and that the other end has not taken yet. */
  readonly windowBytes: number
  /** Connections at once. One more is refused. */
  readonly connections: number
  /** Bytes that wait to be taken by the exec; while there are more, nothing of what comes from it is read. */
  readonly waitingBytes: number
}

/** In all: connections × (window to the socket, and what Node reads of it ahead), some 48 MB at the very most. */
export const bridgeLimits: BridgeLimits = {
  windowBytes: 128 * 1024,
  connections: 256,
  waitingBytes: 1024 * 1024,
}
