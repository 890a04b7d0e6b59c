import { failure, ok, type Result } from '../../shared'
import type { ExecutableIdentity, RunCommand } from '../process'

/** How a program is asked, and how much time and output its answer may take. */
export type VersionQuestion = {
  readonly name: string
  /** Finds the version in what is printed, as its first group. */
  readonly answer: RegExp
  readonly timeoutMs: number
  readonly maxOutputBytes: number
}

/**
 * Asks a program of this name for its version. Fails with
 * `sandbox.lying` where the program doesn't answer like that.
 */
export async function askVersion(
  { path }: ExecutableIdentity,
  { name, answer, ...limits }: VersionQuestion,
  runCommand: RunCommand,
): Promise<Result<string>> {
  const asked = await runCommand(
    {
      executable: path,
      args: ['--version'],
      environment: { PATH: '/usr/bin:/bin' },
      folder: '/',
      input: null,
    },
    limits,
  )
  const version = asked.ok ? answer.exec(asked.value.stdout.toString('utf8'))?.[1] : undefined
  if (version !== undefined) return ok(version)
  const message = `${path} does not answer as ${name} does. Install ${name} from your system’s packages, then probe again.`
  return failure('sandbox.lying', message, { path })
}

/** Compares versions of numbers and dots; what is missing counts as 0. */
export function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split('.').map(Number))
  for (let index = 0; index < 3; index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
