import { dirname } from 'node:path'
import { inMountOrder, type Mount } from '../box'

/** The inside of a box of macOS, from which its profile is built. */
export type SeatbeltInput = {
  /** Where a place is seen can't be chosen on macOS: `target` is `source`. */
  readonly mounts: readonly Mount[]
  /** Folders with sockets that may be connected to: those of the egress. */
  readonly socketFolders: readonly string[]
  /** Loopback ports on which the relay listens inside; on macOS they are the machine's own. */
  readonly ports: readonly number[]
  readonly network: 'none' | 'host'
}

/** A profile with the values it is given by name: no path is ever part of its text. */
export type SeatbeltProfile = {
  readonly text: string
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/** Programs, libraries and the public part of settings, read-only. */
const system: readonly string[] = [
  '/usr/bin',
  '/usr/lib',
  '/usr/libexec',
  '/usr/local/bin',
  '/usr/local/Cellar',
  '/usr/local/lib',
  '/usr/local/opt',
  '/usr/local/share',
  '/usr/sbin',
  '/usr/share',
  '/bin',
  '/sbin',
  '/System/Library',
  '/System/Cryptexes',
  '/System/Volumes/Preboot/Cryptexes',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/opt/homebrew/bin',
  '/opt/homebrew/Cellar',
  '/opt/homebrew/lib',
  '/opt/homebrew/opt',
  '/opt/homebrew/share',
  '/opt/homebrew/etc/ca-certificates',
  '/opt/homebrew/etc/openssl@3',
  '/private/etc/ssl',
  '/private/var/db/timezone',
]

const systemFiles: readonly string[] = [
  '/private/etc/localtime',
  '/private/etc/passwd',
  '/private/etc/group',
  '/private/etc/protocols',
  '/private/etc/services',
  '/private/var/db/xcode_select_link',
  '/private/var/select/sh',
  '/private/var/select/developer_dir',
  '/dev/random',
  '/dev/urandom',
  '/dev/autofs_nowait',
]

/** Links and folders on the way to what is shown; of them it is seen that they are there. */
const onTheWay: readonly string[] = [
  '/',
  '/etc',
  '/var',
  '/tmp',
  '/private',
  '/usr',
  '/System',
  '/Library',
  '/opt',
  '/dev',
]

/** Values of the kernel that programs ask for at their start; none tells of another process. */
const kernelNames: readonly string[] = [
  'kern.argmax',
  'kern.bootargs',
  'kern.hostname',
  'kern.iossupportversion',
  'kern.maxfilesperproc',
  'kern.maxproc',
  'kern.ngroups',
  'kern.osproductversion',
  'kern.osrelease',
  'kern.ostype',
  'kern.osvariant_status',
  'kern.osversion',
  'kern.secure_kernel',
  'kern.usrstack64',
  'kern.version',
  'sysctl.proc_cputype',
  'vm.loadavg',
]

/** Names of accounts and groups, and of changes to settings. */
const services: readonly string[] = [
  'com.apple.system.notification_center',
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
]

const networkServices: readonly string[] = [
  'com.apple.SystemConfiguration.DNSConfiguration',
  'com.apple.SystemConfiguration.configd',
  'com.apple.networkd',
  'com.apple.trustd.agent',
]

/**
 * The profile of a box in the language of sandbox(7), by white list: everything is denied that is not named. The last
 * rule that fits decides. Pure; the same input gives the same profile. Terminals are left out: those of the account's
 * other programs could be typed into.
 */
export function seatbeltProfile(input: SeatbeltInput): SeatbeltProfile {
  const parameters: [string, string][] = []
  const given = (kind: string, value: string): string => {
    const known = parameters.find(([name, same]) => same === value && name.startsWith(`${kind}_`))
    const name = known?.[0] ?? `${kind}_${parameters.length}`
    if (known === undefined) parameters.push([name, value])
    return `(param "${name}")`
  }
  const mounts = inMountOrder(input.mounts)
  const text = [
    '(version 1)',
    '(deny default)',
    '',
    '; processes of the box alone',
    '(allow process-fork)',
    '(allow process-info* (target same-sandbox))',
    '(allow signal (target same-sandbox))',
    '',
    '; the system, read-only',
    rule('allow file-read-metadata', [
      ...onTheWay.map(literal),
      ...ways(mounts).map((path) => `(literal ${given('WAY', path)})`),
    ]),
    rule('allow file-read* file-map-executable process-exec', system.map(subpath)),
    rule('allow file-read*', systemFiles.map(literal)),
    rule('allow file-read* file-write-data', ['/dev/null', '/dev/zero'].map(literal)),
    rule('allow file-read* file-write*', [subpath('/dev/fd')]),
    rule('allow file-ioctl', [literal('/dev/dtracehelper')]),
    rule('allow sysctl-read', [
      '(sysctl-name-prefix "hw.")',
      '(sysctl-name-prefix "machdep.cpu.")',
      ...kernelNames.map((name) => `(sysctl-name "${name}")`),
    ]),
    rule('allow mach-lookup', services.map(service)),
    rule('allow ipc-posix-shm-read*', ['(ipc-posix-name "apple.shm.notification_center")']),
    '',
    '; what the run was given',
    ...mounts.flatMap(({ source, access }) => {
      const path = `(subpath ${given(access === 'write' ? 'WRITE' : 'READ', source)})`
      return access === 'write'
        ? [rule('allow file-read* file-write* file-map-executable process-exec', [path])]
        : [
            rule('allow file-read* file-map-executable process-exec', [path]),
            rule('deny file-write*', [path]),
          ]
    }),
    '(deny file-write-setugid)',
    '',
    ...network(input, given),
    '',
  ].join('\n')
  return { text, parameters }
}

const literal = (path: string): string => `(literal "${path}")`
const subpath = (path: string): string => `(subpath "${path}")`
const service = (name: string): string => `(global-name "${name}")`

function rule(head: string, filters: readonly string[]): string {
  return [`(${head}`, ...filters.map((filter) => `  ${filter}`)].join('\n').concat(')')
}

function network(
  { socketFolders, ports, network: reach }: SeatbeltInput,
  given: (kind: string, value: string) => string,
): readonly string[] {
  const sockets = [
    '(allow system-socket (socket-domain AF_UNIX))',
    rule(
      'allow network-outbound',
      socketFolders.map((path) => `(subpath ${given('SOCKETS', path)})`),
    ),
  ]
  if (reach === 'host')
    return [
      '; the network, as this run was granted it',
      '(allow network*)',
      '(allow system-socket)',
      rule(
        'allow file-read*',
        ['/private/etc/hosts', '/private/etc/resolv.conf', '/private/var/run/resolv.conf'].map(literal),
      ),
      rule('allow mach-lookup', networkServices.map(service)),
    ]
  return [
    '; no network but these sockets, and the ports on which the box’s own relay leads to them',
    ...(socketFolders.length === 0 ? [] : sockets),
    ...ports.flatMap((port) => [
      `(allow network-bind network-inbound (local tcp "localhost:${port}"))`,
      `(allow network-outbound (remote tcp "localhost:${port}"))`,
    ]),
  ]
}

/** Every folder on the way to what is shown. */
function ways(mounts: readonly Mount[]): readonly string[] {
  const found = new Set<string>()
  for (const { source } of mounts)
    for (let path = dirname(source); path !== '/'; path = dirname(path)) found.add(path)
  return [...found].sort()
}

/** Loopback ports that variables tell programs of, such as `http://127.0.0.1:3128`. */
export function loopbackPorts(variables: Readonly<Record<string, string>>): readonly number[] {
  const found = Object.values(variables).flatMap((text) =>
    [...text.matchAll(/\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})(?!\d)/g)].map(([, port]) =>
      Number(port),
    ),
  )
  return [...new Set(found)].filter((port) => port > 0 && port < 65_536).sort((a, b) => a - b)
}
