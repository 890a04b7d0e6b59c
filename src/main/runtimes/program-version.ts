import { tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import { type Failure, failure, ok, type Result } from '../../shared'
import { environmentFor, type RunCommand } from '../process'

export type VersionQuestion = {
  readonly title: string
  readonly executable: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly extraEnvironment?: Readonly<Record<string, string>>
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly pathFolders: readonly string[]
  readonly runCommand: RunCommand
  readonly versionArgs: readonly string[]
  readonly parseVersion: (output: string) => string | null
  readonly oldest: string
  readonly timeoutMs: number
  readonly install: string
  readonly redact?: (text: string) => string
}

const maxOutputBytes = 64 * 1024
const maxShown = 300

/** Asks a program for its version. Failures: runtime.broken (what it did instead), runtime.too_old. */
export async function askVersion(question: VersionQuestion): Promise<Result<string>> {
  const { executable, versionArgs, timeoutMs, parseVersion, oldest, title, install } = question
  const asked = await question.runCommand(
    {
      executable,
      args: versionArgs,
      environment: questionEnvironment(question),
      folder: tmpdir(),
      input: null,
    },
    { timeoutMs, maxOutputBytes },
  )
  if (!asked.ok) return broken(question, asked.error.message)
  const { code, stdout, stderr } = asked.value
  const output = stdout.toString('utf8')
  if (code !== 0) {
    const how = code === null ? 'was ended by a signal' : `ended with exit code ${code}`
    return broken(question, `It ${how}${said(question, stderr.trim() || output.trim())}`)
  }
  const version = parseVersion(output)
  if (version === null)
    return broken(question, `It did not give its version${said(question, output.trim() || stderr.trim())}`)
  if (isOlder(version, oldest))
    return failure(
      'runtime.too_old',
      `${title} ${version} is too old: Glovebox needs ${oldest} or newer. ${install}`,
      { found: version, needed: oldest, path: executable },
    )
  return ok(version)
}

/** PATH with a launcher's own folders before the user's. */
export function withPath(
  environment: Readonly<Record<string, string>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  const path = [...folders, ...(environment['PATH'] ?? '').split(delimiter)].filter((folder) => folder !== '')
  return path.length === 0 ? environment : { ...environment, PATH: [...new Set(path)].join(delimiter) }
}

/** HOME, since version managers' stand-ins look for the real program below it. */
function questionEnvironment({
  environment,
  platform,
  home,
  extraEnvironment,
  pathFolders,
}: VersionQuestion): Readonly<Record<string, string>> {
  const own = withPath(environmentFor(environment, platform), pathFolders)
  return { ...own, HOME: home, ...(platform === 'win32' ? { USERPROFILE: home } : {}), ...extraEnvironment }
}

function said({ redact = (text) => text }: VersionQuestion, text: string): string {
  // Masked before it is cut, so that no half of a secret stays.
  const shown = redact(text).replace(/\s+/g, ' ')
  if (shown === '') return '.'
  return `: “${shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown}”`
}

function broken({ title, executable, install }: VersionQuestion, what: string): Failure {
  return failure(
    'runtime.broken',
    `${title} at ${executable} does not work. ${what} ${install} Or type another path in Settings → Agents.`,
    { path: executable },
  )
}

function isOlder(version: string, oldest: string): boolean {
  const parts = (text: string): readonly number[] => text.split(/[^0-9]+/, 3).map(Number)
  const [found, needed] = [parts(version), parts(oldest)]
  for (const index of [0, 1, 2]) {
    const difference = (found[index] ?? 0) - (needed[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
