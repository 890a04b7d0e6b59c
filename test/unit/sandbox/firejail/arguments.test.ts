import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoxDescription, Mount } from '../../../../src/main/sandbox/box'
import { firejailOptions, unsayable } from '../../../../src/main/sandbox/firejail/arguments'
import type { SystemView } from '../../../../src/main/sandbox/system-view'

const same = (source: string, access: Mount['access']): Mount => ({ source, target: source, access })
const box = (more: Partial<BoxDescription> = {}): BoxDescription => ({
  mounts: [
    same('/home/ann/.config/glovebox/runs/1/mirror', 'write'),
    same('/home/ann/.config/glovebox/runs/1/home', 'write'),
    same('/home/ann/.config/glovebox/runs/1/control', 'read'),
  ],
  environment: {},
  folder: '/home/ann/.config/glovebox/runs/1/mirror',
  homeFolder: '/home/ann/.config/glovebox/runs/1/home',
  network: 'none',
  readOnlyRoot: true,
  temporaryBytes: 0,
  user: { uid: 1000, gid: 1000 },
  callerIsRoot: false,
  ...more,
})
const system: SystemView = {
  folders: ['/usr', '/nix/store'],
  links: [{ path: '/bin', target: 'usr/bin' }],
  settings: [{ source: '/etc/ssl/certs', target: '/etc/ssl/certs' }],
  nameServers: '/run/resolve/resolv.conf',
}
const root = {
  folders: [
    '/boot',
    '/data',
    '/dev',
    '/etc',
    '/home',
    '/nix',
    '/proc',
    '/run',
    '/sys',
    '/tmp',
    '/usr',
    '/var',
  ],
  files: ['/secret.txt'],
}
const input = (of = box()) => ({
  box: of,
  system,
  root,
  accountHome: '/home/ann',
  ownFiles: { '/etc/hosts': '/own/hosts', '/etc/passwd': '/own/passwd' },
})

describe('the options of firejail', () => {
  it('are, for a run without a network, just these', () => {
    expect(firejailOptions(input())).toMatchInlineSnapshot(`
      [
        "--quiet",
        "--noprofile",
        "--caps.drop=all",
        "--nonewprivs",
        "--noroot",
        "--nogroups",
        "--ipc-namespace",
        "--hostname=box",
        "--private-dev",
        "--net=none",
        "--deterministic-exit-code",
        "--deterministic-shutdown",
        "--hosts-file=/own/hosts",
        "--whitelist=/etc/ssl/certs",
        "--whitelist=/etc/passwd",
        "--whitelist=/etc/group",
        "--whitelist=/etc/nsswitch.conf",
        "--whitelist=/etc/hosts",
        "--read-only=/etc",
        "--whitelist=/data/.glovebox-nothing",
        "--whitelist=/home/.glovebox-nothing",
        "--whitelist=/nix/.glovebox-nothing",
        "--whitelist=/run/.glovebox-nothing",
        "--whitelist=/tmp/.glovebox-nothing",
        "--whitelist=/var/.glovebox-nothing",
        "--whitelist=/home/ann/.glovebox-nothing",
        "--blacklist=/secret.txt",
        "--blacklist=/sys",
        "--blacklist=/boot",
        "--whitelist=/nix/store",
        "--read-only=/nix/store",
        "--whitelist=/home/ann/.config/glovebox/runs/1/control",
        "--read-only=/home/ann/.config/glovebox/runs/1/control",
        "--whitelist=/home/ann/.config/glovebox/runs/1/home",
        "--whitelist=/home/ann/.config/glovebox/runs/1/mirror",
      ]
    `)
  })

  it('hide every folder at the root that is none of the system’s, and never say --read-only=/', () => {
    const options = firejailOptions(input())
    for (const folder of ['/data', '/home', '/nix', '/run', '/tmp', '/var', '/home/ann'])
      expect(options).toContain(`--whitelist=${folder}/.glovebox-nothing`)
    for (const folder of ['/usr', '/proc', '/dev', '/etc', '/sys'])
      expect(options).not.toContain(`--whitelist=${folder}/.glovebox-nothing`)
    expect(options).toContain('--blacklist=/secret.txt')
    expect(options).not.toContain('--read-only=/')
  })

  it('leave the network out only where it was granted, and then know its name servers', () => {
    expect(firejailOptions(input())).toContain('--net=none')
    const granted = firejailOptions(input(box({ network: 'host' })))
    expect(granted).not.toContain('--net=none')
    expect(granted).toEqual(
      expect.arrayContaining(['--whitelist=/etc/resolv.conf', '--whitelist=/run/resolve/resolv.conf']),
    )
  })

  it('put files over those of /etc where root asks, which firejail lets root alone', () => {
    expect(firejailOptions(input())).toContain('--hosts-file=/own/hosts')
    const asRoot = firejailOptions(input(box({ callerIsRoot: true })))
    expect(asRoot).toEqual(
      expect.arrayContaining(['--bind=/own/hosts,/etc/hosts', '--bind=/own/passwd,/etc/passwd']),
    )
    expect(asRoot.some((option) => option.startsWith('--hosts-file'))).toBe(false)
  })

  it('show a part of what is shown already only by its access', () => {
    const mounts = [same('/data/a', 'read'), same('/data/a/b', 'write'), same('/data/a/b/c', 'read')]
    const own = firejailOptions(input(box({ mounts }))).filter((option) => option.includes('=/data/a'))
    expect(own).toEqual([
      '--whitelist=/data/a',
      '--read-only=/data/a',
      '--read-write=/data/a/b',
      '--read-only=/data/a/b/c',
    ])
  })

  it('show a program by its link as well as where it is', () => {
    const mounts: readonly Mount[] = [
      { source: '/data/real', target: '/data/link', access: 'read' },
      same('/data/real', 'read'),
    ]
    const own = firejailOptions(input(box({ mounts }))).filter((option) =>
      /=\/data\/(link|real)/.test(option),
    )
    expect(own.toSorted()).toEqual([
      '--read-only=/data/real',
      '--whitelist=/data/link',
      '--whitelist=/data/real',
    ])
  })
})

describe('a path that firejail can’t be told', () => {
  it.each([
    '/a,b',
    '/a*b',
    '/a?b',
    '/a[b]',
    '/a{b}',
    '/a%b',
    '/a&b',
    '/a;b',
    '/a\\b',
    '/a"b',
    '/a!b',
    '/a<b',
    '/~',
    '/$' + '{HOME}',
    '/a\nb',
    '/a..b',
    '/a\u0000',
  ])('is refused: %j', (path) => {
    expect(unsayable(path)).not.toBeNull()
  })

  it.each(['/home/ann/a b', "/home/ann/it's", '/ü/x', '/a=b', '/a:b', '/a+b@c#d', '/a(b)', '/.a'])(
    '%j is not',
    (path) => {
      expect(unsayable(path)).toBeNull()
    },
  )

  it('is every one in which firejail sees a pattern, a list, a macro or an error (property)', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (name) => {
        if (unsayable(`/${name}`) === null) expect(name).not.toMatch(/[,"&;\\{}%!<>^*?[\]]|\.\.|\p{Cc}/u)
      }),
    )
  })
})
