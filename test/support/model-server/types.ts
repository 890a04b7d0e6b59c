/** Tokens of one model response, apart from each other: `input` is neither read from nor written to a cache. */
export type Usage = {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** All that was generated, reasoning included. */
  readonly output: number
  /** Part of `output`; only the Responses API tells it apart. */
  readonly reasoning: number
}

/**
 * A tool call of the model. Claude Code takes `input` calls of its tools (Read, Edit …); Codex takes `input` calls of
 * `exec_command` and free-text (`text`) calls of `apply_patch`. See calls.ts.
 */
export type ToolCall =
  | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly name: string; readonly text: string }

/** Why the model stopped, where it is not plainly done or calling tools. */
export type Stop = 'refusal' | 'max_tokens' | 'content_filter'

/** How a stream ends before its time, after this many of its events (half of them if not said). */
export type StreamBreak = {
  readonly after?: number
} & (
  | { readonly how: 'reset' | 'truncate' | 'malformed' | 'stall' }
  /** An error event: `error` of the Messages API, `response.failed` of the Responses API. */
  | { readonly how: 'error'; readonly code: string; readonly message: string }
)

export type Reply = {
  readonly type: 'reply'
  readonly thinking?: string
  readonly text?: string
  readonly calls?: readonly ToolCall[]
  readonly stop?: Stop
  readonly usage?: Partial<Usage>
  /** Characters of text or arguments in one event. Default 400. */
  readonly chunk?: number
  /** Milliseconds before each of those events. */
  readonly chunkDelayMs?: number
  /** Milliseconds before the first byte. */
  readonly delayMs?: number
  readonly break?: StreamBreak
  readonly headers?: Readonly<Record<string, string>>
}

/** An HTTP error in the vendor's own form; `kind` and `code` have the vendor's usual values for the status. */
export type HttpError = {
  readonly type: 'error'
  readonly status: number
  readonly kind?: string
  readonly code?: string
  readonly message?: string
  /** Seconds (or a date) for the `retry-after` header. */
  readonly retryAfter?: number | string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the server does with one request of the model. */
export type Step =
  | Reply
  | HttpError
  /** Any body: an HTML page, broken JSON, an error that is no JSON. */
  | { readonly type: 'body'; readonly status: number; readonly contentType: string; readonly body: string }
  /** The request is taken and never answered. */
  | { readonly type: 'silence' }
  /** The connection is reset before any answer. */
  | { readonly type: 'reset' }
  /** Text without end, until the other side goes away. */
  | { readonly type: 'endless'; readonly chunk?: number; readonly chunkDelayMs?: number }

/** A step, or one made for the request; `times` plays it for so many requests. */
export type ScenarioStep =
  | (Step & { readonly times?: number })
  | ((request: ModelRequest) => Step | Promise<Step>)

/**
 * Steps for successive model requests, retries of the program included. When they are used up, `rest` answers every
 * further request; without one the answer is an error 400 that says so, which no program retries.
 */
export type Scenario =
  | readonly ScenarioStep[]
  | { readonly steps: readonly ScenarioStep[]; readonly rest?: ScenarioStep }

export type Api = 'messages' | 'responses'

/** What a request turned out to be; only `model` takes a step. See classify.ts. */
export type RequestKind = 'model' | 'side' | 'count-tokens' | 'models' | 'warm-up' | 'unknown'

export type ModelRequest = {
  readonly kind: RequestKind
  readonly method: string
  /** Path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, or the text where it is none; null without a body. */
  readonly body: unknown
  readonly bytes: number
  readonly api: Api | null
  readonly model: string | null
  readonly stream: boolean
  /** Names of the tools on offer. */
  readonly tools: readonly string[]
  /** The folder that the program says it works in. */
  readonly workingFolder: string | null
}

/** What the server told of one response's tokens. */
export type ReportedUsage = {
  readonly responseId: string
  readonly model: string | null
  readonly usage: Usage
}

export type ModelServer = {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string
  /** Every request so far, in the order of their arrival. */
  readonly requests: readonly ModelRequest[]
  /** Those that took a step. */
  readonly modelRequests: readonly ModelRequest[]
  /** What was reported to the end; responses that broke off, and side requests, are not in it. */
  readonly usage: { readonly sum: Usage; readonly responses: readonly ReportedUsage[] }
  /** Requests that are still being answered. */
  readonly open: () => number
  /** Resolves with the next model request that has not been waited for, for tests that act in mid-stream. */
  readonly nextModelRequest: () => Promise<ModelRequest>
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>
}
