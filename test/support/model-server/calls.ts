import type { Reply, Step, ToolCall } from './types'

/** Claude Code's tools. Paths are below the folder it works in. */
export const claudeCalls = {
  read: (path: string): ToolCall => ({ name: 'Read', input: { file_path: `{cwd}/${path}` } }),
  edit: (path: string, old_string: string, new_string: string): ToolCall => ({
    name: 'Edit',
    input: { file_path: `{cwd}/${path}`, old_string, new_string },
  }),
  write: (path: string, content: string): ToolCall => ({
    name: 'Write',
    input: { file_path: `{cwd}/${path}`, content },
  }),
  bash: (command: string, description = 'Run a command'): ToolCall => ({
    name: 'Bash',
    input: { command, description },
  }),
  /** What it takes structured output from, where it was given a schema. */
  structured: (input: Readonly<Record<string, unknown>>): ToolCall => ({ name: 'StructuredOutput', input }),
}

/** Codex's tools: a shell, and patches of its own format as free text. */
export const codexCalls = {
  shell: (cmd: string, yield_time_ms?: number): ToolCall => ({
    name: 'exec_command',
    input: { cmd, ...(yield_time_ms === undefined ? {} : { yield_time_ms }) },
  }),
  /** `parts` from `patchParts`. */
  patch: (...parts: readonly string[]): ToolCall => ({
    name: 'apply_patch',
    text: `*** Begin Patch\n${parts.join('')}*** End Patch\n`,
  }),
}

const prefixed = (prefix: string, text: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${prefix}${line}\n`)
    .join('')

export const patchParts = {
  add: (path: string, content: string): string => `*** Add File: ${path}\n${prefixed('+', content)}`,
  remove: (path: string): string => `*** Delete File: ${path}\n`,
  /** `before` and `after` are whole lines. */
  update: (path: string, before: string, after: string): string =>
    `*** Update File: ${path}\n@@\n${prefixed('-', before)}${prefixed('+', after)}`,
}

export const text = (words: string, rest: Omit<Reply, 'type' | 'text'> = {}): Reply => ({
  type: 'reply',
  text: words,
  ...rest,
})

export const calling = (...calls: readonly ToolCall[]): Reply => ({ type: 'reply', calls })

export const fails = (
  status: number,
  rest: Omit<Extract<Step, { type: 'error' }>, 'type' | 'status'> = {},
): Step => ({
  type: 'error',
  status,
  ...rest,
})

/** A text of exactly so many characters, in lines. */
export function longText(length: number): string {
  const line = 'A long answer is made of many lines that are all the same as this one is.\n'
  return line.repeat(Math.ceil(length / line.length)).slice(0, length)
}

/** What a proxy or a hotel's network sends instead of the API. */
export const htmlPage: Extract<Step, { type: 'body' }> = {
  type: 'body',
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><html><title>Sign in</title><body>Please sign in to the network.</body></html>',
}
