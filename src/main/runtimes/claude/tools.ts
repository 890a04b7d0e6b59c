import { isAbsolute, normalize, relative, sep } from 'node:path'
import { z } from 'zod'
import type { ToolKind } from '../../../shared'

const kinds: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  NotebookRead: 'read',
  Glob: 'search',
  Grep: 'search',
  LS: 'search',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'create',
  Bash: 'run',
  PowerShell: 'run',
  BashOutput: 'wait',
  TaskOutput: 'wait',
}

export function toolKind(tool: string): ToolKind {
  return Object.hasOwn(kinds, tool) ? (kinds[tool] ?? 'other') : 'other'
}

const paths = ['file_path', 'notebook_path', 'path'] as const
const texts = ['command', 'pattern', 'url', 'query', 'description'] as const
const inputSchema = z.record(z.string(), z.unknown())

/** What a call is about: a path relative to the folder the program works in where it lies inside, or a command or pattern. */
export function toolTarget(tool: string, input: unknown, folders: readonly string[]): string | null {
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) return null
  const text = (name: string): string | null => {
    const value = parsed.data[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const pattern = toolKind(tool) === 'search' ? text('pattern') : null
  if (pattern !== null) return pattern
  for (const name of paths) {
    const path = text(name)
    if (path !== null) return insidePath(path, folders)
  }
  for (const name of texts) {
    const value = text(name)
    if (value !== null) return value
  }
  return null
}

function insidePath(path: string, folders: readonly string[]): string {
  if (!isAbsolute(path)) return path
  const full = normalize(path)
  for (const folder of folders) {
    const inside = relative(folder, full)
    if (inside === '') return '.'
    if (!isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`))
      return inside.split(sep).join('/')
  }
  return full
}

/** The program's own words for a call that its permissions refused (2.1.197). */
const denials: readonly RegExp[] = [
  /^Permission to use .{1,200} has been denied/,
  /^Claude requested permissions to /,
  /^This command requires approval/,
  /\bdenied by your permission settings\b/,
  /^(?:Error: )?No such tool available: .{1,200} but is not enabled in this context/,
]
const maxReason = 300

/** Why a call was refused by the program's permissions; null: it was not. The first sentence, bounded. */
export function denialReason(result: string): string | null {
  const text = result.slice(0, 2000)
  if (!denials.some((denial) => denial.test(text))) return null
  const [sentence = text] = text.split(/(?<=\.)\s/)
  return sentence.length > maxReason ? `${sentence.slice(0, maxReason)}…` : sentence
}

const commandResultSchema = z.object({
  stdout: z.string(),
  stderr: z.string(),
  interrupted: z.boolean().nullish(),
  backgroundTaskId: z.string().nullish(),
})

export type CommandResult = {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a command came to. A failed one's result is only text, which begins with its exit code. */
export function commandResult(structured: unknown, text: string, failed: boolean): CommandResult {
  const parsed = commandResultSchema.safeParse(structured)
  if (parsed.success) {
    const { stdout, stderr, interrupted, backgroundTaskId } = parsed.data
    const ended = !failed && interrupted !== true && (backgroundTaskId ?? null) === null
    return { exitCode: ended ? 0 : null, stdout, stderr }
  }
  const code = /^(?:Error: )?Exit code (\d{1,10})\b/.exec(text)?.[1]
  return { exitCode: code === undefined ? null : Number(code), stdout: '', stderr: '' }
}

const durationSchema = z.union([
  z.object({ durationMs: z.number().nonnegative() }).transform(({ durationMs }) => durationMs),
  z.object({ totalDurationMs: z.number().nonnegative() }).transform(({ totalDurationMs }) => totalDurationMs),
])

/** How long a tool says it took, in whole milliseconds; few do. */
export function toldDuration(structured: unknown): number | null {
  const parsed = durationSchema.safeParse(structured)
  return parsed.success && Number.isSafeInteger(Math.round(parsed.data)) ? Math.round(parsed.data) : null
}
