import { stat } from 'node:fs/promises'
import { failure, ok } from '../../../shared'
import { type ExecutableIdentity, findPrograms, identifyExecutable, type RunCommand } from '../../process'
import type { Backend, FoundTool } from '../backend'
import type { Caller } from '../box'
import { askVersion, isAtLeast } from '../versions'
import type { BubblewrapFeatures } from './arguments'

const versionOf = {
  name: 'bubblewrap',
  answer: /^bubblewrap (\d+\.\d+(?:\.\d+)?)\s*$/,
  timeoutMs: 5000,
  maxOutputBytes: 4096,
}

/** Ubuntu 22.04's; older ones lack options that a box can't do without. */
const leastVersion = '0.6.0'

export type LocateDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runCommand: RunCommand
  /** The account that runs Glovebox. */
  readonly caller: Pick<Caller, 'uid'>
}

/** Finds bwrap on PATH and asks its version. */
export function createLocateBubblewrap({
  environment,
  runCommand,
  caller: { uid },
}: LocateDeps): Backend['locate'] {
  return async () => {
    const [path] = await findPrograms('bwrap', environment)
    if (path === undefined) return failure('sandbox.not_installed', notInstalled)
    const identity = await identifyExecutable(path)
    if (!identity.ok) return failure('sandbox.not_installed', notInstalled, { path })
    const version = await askVersion(identity.value, versionOf, runCommand)
    if (!version.ok) return version
    const found: FoundTool = {
      identity: identity.value,
      version: version.value,
      warnings: await warningsOf(identity.value, version.value, uid),
    }
    if (isAtLeast(version.value, leastVersion)) return ok(found)
    const { error } = failure(
      'sandbox.too_old',
      `bubblewrap ${version.value} is too old: ${leastVersion} or newer is needed. Update it, then probe again.`,
      { path, version: version.value },
    )
    return { ok: false, error, found }
  }
}

const setuid = 0o4000
const writableByOthers = 0o022

/** What is known to be weak about this program or this account, without keeping it from being used. */
async function warningsOf(
  { path }: ExecutableIdentity,
  version: string,
  uid: number,
): Promise<readonly string[]> {
  const found = await stat(path).catch(() => null)
  const mode = found?.mode ?? 0
  return [
    ...(isAtLeast(version, '0.8.0')
      ? []
      : [`bubblewrap ${version} can’t lock user namespaces by itself; Glovebox’s filter does.`]),
    ...((mode & setuid) === 0
      ? []
      : [
          `${path} runs with root’s rights (setuid). Where user namespaces are allowed, they are not needed: chmod u-s takes them away.`,
        ]),
    ...(found !== null && (found.uid !== 0 || (mode & writableByOthers) !== 0)
      ? [`${path} can be replaced without root’s rights. Prefer the one of your system’s packages.`]
      : []),
    ...(uid === 0
      ? [
          'Glovebox runs as root. Inside, the program is still root to the kernel, without root’s powers; an ordinary account holds more.',
        ]
      : []),
  ]
}

export function featuresOf(version: string | null): BubblewrapFeatures {
  return {
    temporarySize: version !== null && isAtLeast(version, '0.7.0'),
    disableUserNamespaces: version !== null && isAtLeast(version, '0.8.0'),
  }
}

const notInstalled =
  'bubblewrap is not installed. Install it (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; Arch: pacman -S bubblewrap), then probe again.'
