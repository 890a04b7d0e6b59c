/** What the engine, or the way to it, said against a call. `status` is null where no answer came. */
export type EngineError = {
  readonly ok: false
  readonly status: number | null
  readonly text: string
  /** It is the way out of the container that could not be laid, not the engine that refused. */
  readonly wayOut?: true
}
export type EngineResult<T> = { readonly ok: true; readonly value: T } | EngineError
