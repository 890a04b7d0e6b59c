/** Ceilings of one proxy, which is one session's. Bytes are those of bodies and tunnels, with the heads of requests. */
export type EgressLimits = {
  /** Contacts open at once. */
  readonly connections: number
  /** Contacts in all, refused ones included, so that a flood of them can't fill the ledger. */
  readonly contacts: number
  readonly bytesUp: number
  readonly bytesDown: number
  /** Head of one request. */
  readonly headerBytes: number
  /** Body of one plain HTTP request. */
  readonly bodyBytes: number
  /** To find a host, to connect to it, and for the head of a request to arrive: each. */
  readonly connectMs: number
  /** For what a tunnel begins with to arrive. */
  readonly greetingMs: number
  /** Silence in both directions after which a contact is cut. */
  readonly idleMs: number
}

const mebibyte = 1024 * 1024

/** A model may think for minutes before it says a word: hence the long silence. */
export const defaultEgressLimits: EgressLimits = {
  connections: 64,
  contacts: 10_000,
  bytesUp: 1024 * mebibyte,
  bytesDown: 4096 * mebibyte,
  headerBytes: 32 * 1024,
  bodyBytes: 256 * mebibyte,
  connectMs: 15_000,
  greetingMs: 10_000,
  idleMs: 15 * 60_000,
}
