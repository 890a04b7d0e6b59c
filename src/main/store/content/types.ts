/**
 * Where one piece of content lies: packs are append-only files named by their id, content is found in them by offset.
 * The hash is SHA-256 of the plain bytes, hex.
 */
export type ContentEntry = {
  readonly hash: string
  readonly pack: string
  readonly offset: number
  readonly size: number
}
