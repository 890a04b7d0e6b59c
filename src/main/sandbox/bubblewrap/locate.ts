import { failure, type GloveboxError, ok } from '../../../shared'
import { type ExecutableIdentity, findPrograms, identifyExecutable, type RunCommand } from '../../process'
import type { Backend, FoundTool } from '../backend'
import type { BubblewrapFeatures } from './arguments'

/** Ubuntu 22.04's; older ones lack options that a box can't do without. */
const leastVersion = '0.6.0'

export type LocateDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runCommand: RunCommand
}

/** Finds bwrap on PATH and asks its version. */
export function createLocateBubblewrap({ environment, runCommand }: LocateDeps): Backend['locate'] {
  return async () => {
    const [path] = await findPrograms('bwrap', environment)
    if (path === undefined) return failure('sandbox.not_installed', notInstalled)
    const identity = await identifyExecutable(path)
    if (!identity.ok) return failure('sandbox.not_installed', notInstalled, { path })
    const version = await askVersion(identity.value, runCommand)
    if ('code' in version) return { ok: false, error: version }
    const found: FoundTool = {
      identity: identity.value,
      version: version.text,
      warnings: isAtLeast(version.text, '0.8.0')
        ? []
        : [`bubblewrap ${version.text} can’t lock user namespaces by itself; Glovebox’s filter does.`],
    }
    if (isAtLeast(version.text, leastVersion)) return ok(found)
    const { error } = failure(
      'sandbox.too_old',
      `bubblewrap ${version.text} is too old: ${leastVersion} or newer is needed. Update it, then probe again.`,
      { path, version: version.text },
    )
    return { ok: false, error, found }
  }
}

export function featuresOf(version: string | null): BubblewrapFeatures {
  return {
    temporarySize: version !== null && isAtLeast(version, '0.7.0'),
    disableUserNamespaces: version !== null && isAtLeast(version, '0.8.0'),
  }
}

const notInstalled =
  'bubblewrap is not installed. Install it (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; Arch: pacman -S bubblewrap), then probe again.'

async function askVersion(
  { path }: ExecutableIdentity,
  runCommand: RunCommand,
): Promise<{ readonly text: string } | GloveboxError> {
  const asked = await runCommand(
    {
      executable: path,
      args: ['--version'],
      environment: { PATH: '/usr/bin:/bin' },
      folder: '/',
      input: null,
    },
    { timeoutMs: 5000, maxOutputBytes: 4096 },
  )
  const text = asked.ok
    ? /^bubblewrap (\d+\.\d+(?:\.\d+)?)\s*$/.exec(asked.value.stdout.toString('utf8'))?.[1]
    : null
  if (text !== null && text !== undefined) return { text }
  const message = `${path} does not answer as bubblewrap does. Install bubblewrap from your system’s packages, then probe again.`
  return failure('sandbox.lying', message, { path }).error
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
