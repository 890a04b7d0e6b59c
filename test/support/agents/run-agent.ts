import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelServer } from '../model-server'
import { type Files, makeRepository, temporaryFolder } from '../repository'
import { type AgentFolders, type AgentMode, agentInvocation } from './invocation'
import { type AgentName, agentProgram } from './programs'

export type AgentRun = {
  readonly agent: AgentName
  readonly mode: AgentMode
  readonly server: ModelServer
  readonly prompt?: string
  readonly model?: string
  /** The workspace's files; a small repository if not said. */
  readonly files?: Files
  /** More arguments; they may depend on the folders. */
  readonly args?: (folders: AgentFolders) => readonly string[]
  /** More variables, or null to leave one out. */
  readonly environment?: Readonly<Record<string, string | null>>
  /**
   * Keeps the input of Claude Code open until its result has arrived. At its end the program drops what a pipe has not
   * taken yet (all but the first part of a megabyte), so a long answer arrives whole only this way.
   */
  readonly held?: boolean
  /** A signal for the program, as soon as this resolves. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly when: () => Promise<unknown> }
}

export type AgentOutcome = {
  readonly folders: AgentFolders
  readonly stdout: string
  /** Its lines, parsed; one that is no JSON is a string. */
  readonly events: readonly unknown[]
  readonly stderr: string
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

export const sampleFiles: Files = {
  'notes.txt': 'alpha\n',
  'src/add.js': 'export function add(a, b) {\n  return a - b;\n}\n',
}

/** Long enough for three retries with back-off on a busy machine; a program that hangs is ended by it. */
const wallTimeMs = 90_000

/** Starts the real program of an agent against a model server, in folders of its own, and waits for its end. */
export async function runAgent(run: AgentRun): Promise<AgentOutcome> {
  const folders = makeFolders(run.files ?? sampleFiles)
  const { args, environment } = agentInvocation({
    agent: run.agent,
    mode: run.mode,
    folders,
    url: run.server.url,
    ...(run.model === undefined ? {} : { model: run.model }),
  })
  const env = Object.entries({ ...environment, ...run.environment }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  const child = spawn(
    agentProgram(run.agent),
    [
      ...args,
      ...(run.held ? ['--input-format', 'stream-json'] : []),
      ...(run.args?.(folders) ?? []),
      ...(run.agent === 'codex' ? ['-'] : []),
    ],
    { cwd: folders.workspace, env: Object.fromEntries(env), stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    if (run.held && hasResult(stdout)) child.stdin.end()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  // A program that refuses its arguments does not read its input.
  child.stdin.on('error', () => {})
  const prompt = `The task follows.\n\n${run.prompt ?? 'Do the task.'}`
  if (run.held) child.stdin.write(`${JSON.stringify(userMessage(prompt))}\n`)
  else child.stdin.end(prompt)
  const { signal } = run
  if (signal) void signal.when().then(() => child.kill(signal.name))
  const timer = setTimeout(() => child.kill('SIGKILL'), wallTimeMs)
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (exitCode, endedBy) => {
      clearTimeout(timer)
      done({ folders, stdout, events: eventsIn(stdout), stderr, exitCode, signal: endedBy })
    })
  })
}

const userMessage = (text: string): unknown => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text }] },
})

/** Whether the last line is whole and is a result; not parsed, since it may have megabytes. */
function hasResult(stdout: string): boolean {
  if (!stdout.endsWith('\n')) return false
  const line = stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1)
  return line.startsWith('{"type":"result"')
}

function makeFolders(files: Files): AgentFolders {
  const base = temporaryFolder()
  const folders = {
    workspace: join(base, 'workspace'),
    home: join(base, 'home'),
    temporary: join(base, 'tmp'),
  }
  makeRepository(files, folders.workspace)
  for (const name of ['.claude', '.codex']) mkdirSync(join(folders.home, name), { recursive: true })
  mkdirSync(folders.temporary)
  return folders
}

const eventsIn = (stdout: string): readonly unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => {
      try {
        return JSON.parse(line)
      } catch {
        return line
      }
    })
