import { stat } from 'node:fs/promises'
import { failure, type GloveboxError, ok } from '../../../shared'
import { type ExecutableIdentity, findPrograms, identifyExecutable, type RunCommand } from '../../process'
import type { Backend, FoundTool } from '../backend'
import type { Caller } from '../box'
import { askVersion, isAtLeast } from '../versions'

const versionOf = {
  name: 'firejail',
  answer: /^firejail version (\d+\.\d+(?:\.\d+)?)/m,
  timeoutMs: 10_000,
  maxOutputBytes: 16_384,
}

/** Before it any account could become root by it (CVE-2022-31214). */
const leastVersion = '0.9.70'
/** The oldest one whose authors still mend it. */
const mendedVersion = '0.9.74'

export type LocateDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runCommand: RunCommand
  /** The account that runs Glovebox. */
  readonly caller: Pick<Caller, 'uid'>
  /** Its home by the system's list of accounts; null: it is in no such list. */
  readonly accountHome: string | null
}

/** Finds firejail on PATH, asks its version and looks at its rights. */
export function createLocateFirejail(deps: LocateDeps): Backend['locate'] {
  const { environment, runCommand, caller, accountHome } = deps
  return async () => {
    const [path] = await findPrograms('firejail', environment)
    if (path === undefined) return failure('sandbox.not_installed', notInstalled)
    const identity = await identifyExecutable(path)
    if (!identity.ok) return failure('sandbox.not_installed', notInstalled, { path })
    const version = await askVersion(identity.value, versionOf, runCommand)
    if (!version.ok) return version
    const rights = await rightsOf(identity.value)
    const found: FoundTool = {
      identity: identity.value,
      version: version.value,
      warnings: warningsOf(identity.value, version.value, rights, caller.uid),
    }
    const error = problemOf(identity.value, version.value, rights, caller.uid, accountHome)
    return error === null ? ok(found) : { ok: false, error, found }
  }
}

type Rights = { readonly setuidRoot: boolean; readonly othersMayReplace: boolean }

const setuid = 0o4000
const writableByOthers = 0o022

async function rightsOf({ path }: ExecutableIdentity): Promise<Rights> {
  const found = await stat(path).catch(() => null)
  const isRoots = found?.uid === 0
  const mode = found?.mode ?? 0
  return {
    setuidRoot: isRoots && (mode & setuid) !== 0,
    othersMayReplace: !isRoots || (mode & writableByOthers) !== 0,
  }
}

function problemOf(
  { path }: ExecutableIdentity,
  version: string,
  rights: Rights,
  uid: number,
  accountHome: string | null,
): GloveboxError | null {
  if (!isAtLeast(version, leastVersion))
    return failure(
      'sandbox.too_old',
      `firejail ${version} lets any account of this machine become root (CVE-2022-31214). Update it to ${leastVersion} or newer, or take it off; then probe again.`,
      { path, version },
    ).error
  if (!rights.setuidRoot && !rights.othersMayReplace && uid !== 0)
    return failure(
      'sandbox.not_permitted',
      `${path} lacks root’s rights (setuid), without which firejail can hold nothing. Install it from your system’s packages anew, then probe again.`,
      { path, reason: 'setuid' },
    ).error
  if (accountHome === null)
    return failure(
      'sandbox.not_permitted',
      'firejail starts only for accounts that are in the system’s list (/etc/passwd), and this one is not. Run Glovebox with an account of this machine, or choose another sandbox.',
      { path, reason: 'account' },
    ).error
  return null
}

/** What is known to be weak about this program or this account, without keeping it from being used. */
function warningsOf(
  { path }: ExecutableIdentity,
  version: string,
  rights: Rights,
  uid: number,
): readonly string[] {
  return [
    ...(rights.setuidRoot
      ? [
          `${path} runs with root’s rights (setuid); errors in it have made others root before. bubblewrap and containers need none.`,
        ]
      : []),
    ...(rights.othersMayReplace
      ? [`${path} can be replaced without root’s rights. Prefer the one of your system’s packages.`]
      : []),
    ...(isAtLeast(version, mendedVersion)
      ? []
      : [`firejail ${version} is older than ${mendedVersion}; its authors mend newer ones only.`]),
    'firejail can’t limit how much is written to /tmp: only the memory limit does, where that is held.',
    ...(uid === 0
      ? [
          'Glovebox runs as root. Inside, the program is still root to the kernel; an ordinary account holds more.',
        ]
      : []),
  ]
}

const notInstalled =
  'firejail is not installed. It is only needed where neither a container engine nor bubblewrap can be used. Install it (Debian, Ubuntu: apt install firejail; Fedora: dnf install firejail; Arch: pacman -S firejail), then probe again.'
