import { type BoxDescription, inMountOrder, isWithin, type Mount } from '../box'
import type { SystemView } from '../system-view'

/** What lies at the root of the file system, links left out: firejail shows all of it that nothing hides. */
export type RootEntries = { readonly folders: readonly string[]; readonly files: readonly string[] }

export type FirejailInput = {
  readonly box: BoxDescription
  readonly system: SystemView
  readonly root: RootEntries
  /** Home of the account that runs Glovebox, as /etc/passwd has it: firejail shows it unless told otherwise. */
  readonly accountHome: string
  /** Files that are made for the box, by the path of /etc at which they are to be seen. */
  readonly ownFiles: Readonly<Record<string, string>>
}

/** A name that is nowhere. A list that names nothing of a folder empties it. */
const nothing = '.glovebox-nothing'

/** Folders that firejail itself, or an option below, replaces. */
const replaced: ReadonlySet<string> = new Set(['/proc', '/dev', '/etc', '/sys', '/boot'])

/** Files of /etc that programs ask who they are and how names are looked up. */
const identity: readonly string[] = ['/etc/passwd', '/etc/group', '/etc/nsswitch.conf', '/etc/hosts']

/**
 * Options of firejail(1) for a box. Pure. By white list alone: in every folder of the root but those of the system, only
 * what is named is there; the rest of it is an empty folder of the box's own. Never `--read-only=/`: firejail undoes it
 * for what is mounted afterwards, and writes get out.
 */
export function firejailOptions(input: FirejailInput): readonly string[] {
  const { box } = input
  return [
    ...['--quiet', '--noprofile', '--caps.drop=all', '--nonewprivs', '--noroot', '--nogroups'],
    ...['--ipc-namespace', '--hostname=box', '--private-dev'],
    ...(box.network === 'host' ? [] : ['--net=none']),
    // What a program leaves ends with it; its exit code is the box's.
    ...['--deterministic-exit-code', '--deterministic-shutdown'],
    ...settings(input),
    ...emptied(input).map((folder) => `--whitelist=${folder}/${nothing}`),
    ...input.root.files.map((path) => `--blacklist=${path}`),
    ...['--blacklist=/sys', '--blacklist=/boot'],
    ...shown(input),
  ]
}

/** Of /etc the public part, each by its name: `--private-etc` copies it at every start, and whole folders alone. */
function settings({ box, system, ownFiles }: FirejailInput): readonly string[] {
  const { nameServers } = system
  const network = box.network === 'host' && nameServers !== null ? ['/etc/resolv.conf', nameServers] : []
  const wanted = new Set([...system.settings.map(({ target }) => target), ...identity, ...network])
  const { '/etc/hosts': hosts } = ownFiles
  return [
    // Only root may put a file over another. For others firejail takes people out of the lists of accounts and groups,
    // and hosts have an option of their own: the machine's file would tell its neighbours.
    ...(box.callerIsRoot
      ? Object.entries(ownFiles).map(([target, path]) => `--bind=${path},${target}`)
      : hosts === undefined
        ? []
        : [`--hosts-file=${hosts}`]),
    ...[...wanted].map((path) => `--whitelist=${path}`),
    '--read-only=/etc',
  ]
}

/** Folders in which nothing is seen but what is named. */
function emptied({ root, system, accountHome }: FirejailInput): readonly string[] {
  const isSystem = (path: string): boolean =>
    replaced.has(path) || system.folders.some((folder) => isWithin(path, folder))
  const folders = root.folders.filter((path) => !isSystem(path))
  const home =
    accountHome === '/' || isSystem(accountHome) || folders.includes(accountHome) ? [] : [accountHome]
  return [...folders, ...home]
}

function shown({ box, system }: FirejailInput): readonly string[] {
  const mounts = inMountOrder(box.mounts)
  const stores = system.folders.filter((path) => path.lastIndexOf('/') > 0)
  return [
    ...stores.flatMap((path) => [`--whitelist=${path}`, `--read-only=${path}`]),
    ...mounts.flatMap((mount) => [
      ...(inAnother(mount, mounts) === null ? [`--whitelist=${mount.target}`] : []),
      ...access(mount, mounts),
    ]),
  ]
}

/** What is shown can be written unless it is said to be read-only, with everything in it. */
function access(mount: Mount, mounts: readonly Mount[]): readonly string[] {
  if (mount.source !== mount.target) return []
  if (mount.access === 'read') return [`--read-only=${mount.target}`]
  return inAnother(mount, mounts)?.access === 'read' ? [`--read-write=${mount.target}`] : []
}

/** The innermost of the other mounts in which this one lies. */
function inAnother({ target }: Mount, mounts: readonly Mount[]): Mount | null {
  return mounts.findLast((other) => other.target !== target && isWithin(target, other.target)) ?? null
}

/**
 * Why a path can't be said to firejail; null: it can. It refuses some characters, takes others for patterns that show
 * more than what was meant, and replaces a leading `~` and what looks like a macro.
 */
export function unsayable(path: string): string | null {
  const character = /[\p{Cc},"&;\\{}%!<>^*?[\]$~]/u.exec(path)?.[0]
  if (character !== undefined)
    return /\p{Cc}/u.test(character) ? 'has a control character' : `has the character ${character}`
  return path.includes('..') ? 'has two dots in a row' : null
}
