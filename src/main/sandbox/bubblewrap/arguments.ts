import { type BoxDescription, inMountOrder } from '../box'
import type { SystemView } from '../system-view'
import type { OwnDevices } from './own-devices'
import { boxFile } from './settings-folder'

/** What this version of bubblewrap knows. */
export type BubblewrapFeatures = {
  /** `--size`, from 0.7.0: without it /tmp may take half the machine's memory. */
  readonly temporarySize: boolean
  /** `--disable-userns`, from 0.8.0: a second lock, our filter being the first. */
  readonly disableUserNamespaces: boolean
}

/** Descriptors on which bubblewrap reads the filter and what is written into the box. */
export type BubblewrapDescriptors = {
  readonly filter: number | null
  /** Content of /etc/passwd. */
  readonly accounts: number
}

export type BubblewrapInput = {
  readonly box: BoxDescription
  readonly system: SystemView
  /** What the box sees as /etc. */
  readonly settingsFolder: string
  readonly features: BubblewrapFeatures
  readonly descriptors: BubblewrapDescriptors
  readonly ownDevices: OwnDevices
}

/**
 * Options of bwrap(1) for a box, in the order in which it carries them out. Pure. They are handed over on a descriptor
 * (`--args`), never as arguments: those can be read by every process, inside the box as well.
 */
export function bubblewrapOptions(input: BubblewrapInput): readonly string[] {
  const { box, features, descriptors } = input
  return [
    ...(descriptors.filter === null ? [] : ['--seccomp', String(descriptors.filter)]),
    ...['--unshare-user', '--uid', String(box.user.uid), '--gid', String(box.user.gid)],
    ...(features.disableUserNamespaces ? ['--disable-userns'] : []),
    ...['--unshare-all', ...(box.network === 'host' ? ['--share-net'] : [])],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'box'],
    ...variables(box),
    ...ownFolders(input),
    ...systemFolders(input),
    ...['--file', String(descriptors.accounts), boxFile('passwd')],
    ...inMountOrder(box.mounts).flatMap(({ source, target, access }) => [
      access === 'write' ? '--bind' : '--ro-bind',
      source,
      target,
    ]),
    ...(box.readOnlyRoot ? ['--remount-ro', '/'] : []),
    ...['--chdir', box.folder],
  ]
}

/** bubblewrap's own process starts with a clean environment, too: /proc/1/environ shows it inside. */
function variables({ environment }: BoxDescription): readonly string[] {
  const sorted = Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))
  return ['--clearenv', ...sorted.flatMap(([name, value]) => ['--setenv', name, value])]
}

function ownFolders({ box, features, ownDevices }: BubblewrapInput): readonly string[] {
  const temporary = (path: string): readonly string[] => [
    ...(features.temporarySize ? ['--size', String(box.temporaryBytes)] : []),
    ...['--tmpfs', path],
  ]
  return [
    ...['--proc', '/proc'],
    // What holds the program is the first process inside. Its `exe` leads to the host's own bwrap, past every mount of
    // the box, and its variables and arguments are ours.
    ...['--tmpfs', '/proc/1', '--remount-ro', '/proc/1'],
    // To root's own id the files of /proc/sys are writable, and one of them runs programs as root on the host.
    ...(box.callerIsRoot ? ['--remount-ro', '/proc'] : []),
    ...['--dev', '/dev'],
    ...Object.entries(ownDevices).flatMap(([name, path]) => ['--dev-bind', path, `/dev/${name}`]),
    ...[...temporary('/dev/shm'), '--remount-ro', '/dev'],
    ...temporary('/tmp'),
    ...['--dir', '/var', '--symlink', '../tmp', '/var/tmp', '--dir', '/run'],
  ]
}

function systemFolders({ system, settingsFolder, box }: BubblewrapInput): readonly string[] {
  return [
    ...system.folders.flatMap((path) => ['--ro-bind', path, path]),
    ...system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...['--ro-bind', settingsFolder, '/etc'],
    ...(box.network === 'host' && system.nameServers !== null
      ? ['--ro-bind', system.nameServers, boxFile('resolv.conf')]
      : []),
  ]
}

/** The form in which bwrap reads options from a descriptor: each ended by NUL. */
export function encodeOptions(options: readonly string[]): Buffer {
  return Buffer.from(options.map((option) => `${option}\0`).join(''), 'utf8')
}
