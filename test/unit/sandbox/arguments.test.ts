import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoxDescription } from '../../../src/main/sandbox/box'
import { bubblewrapOptions, encodeOptions } from '../../../src/main/sandbox/bubblewrap/arguments'
import { explain } from '../../../src/main/sandbox/bubblewrap/explain'
import { featuresOf } from '../../../src/main/sandbox/bubblewrap/locate'
import { isAtLeast } from '../../../src/main/sandbox/versions'

const box: BoxDescription = {
  mounts: [
    { source: '/data/runs/1/mirror', target: '/data/runs/1/mirror', access: 'write' },
    { source: '/data/runs/1/control', target: '/data/runs/1/control', access: 'read' },
  ],
  environment: { PATH: '/usr/bin', HOME: '/data/runs/1/home' },
  folder: '/data/runs/1/mirror',
  homeFolder: '/data/runs/1/home',
  network: 'none',
  readOnlyRoot: true,
  temporaryBytes: 1000,
  user: { uid: 1001, gid: 1002 },
  callerIsRoot: false,
}

const options = (more: Partial<BoxDescription> = {}, version = '0.8.0') =>
  bubblewrapOptions({
    box: { ...box, ...more },
    system: {
      folders: ['/usr'],
      links: [{ path: '/bin', target: 'usr/bin' }],
      settings: [{ source: '/usr/share/zoneinfo/UTC', target: '/etc/localtime' }],
      nameServers: '/run/resolve/resolv.conf',
    },
    settingsFolder: '/data/dev/settings-1',
    features: featuresOf(version),
    ownDevices: more.callerIsRoot === true ? { null: '/data/dev/null' } : {},
    descriptors: { accounts: 5, filter: 4 },
  })

const line = (more: Partial<BoxDescription> = {}, version = '0.8.0') => options(more, version).join(' ')

describe('options of bubblewrap', () => {
  it('are these', () => {
    expect(line()).toBe(
      [
        '--seccomp 4 --unshare-user --uid 1001 --gid 1002 --disable-userns --unshare-all',
        '--die-with-parent --new-session --cap-drop ALL --hostname box',
        '--clearenv --setenv HOME /data/runs/1/home --setenv PATH /usr/bin',
        '--proc /proc --tmpfs /proc/1 --remount-ro /proc/1 --dev /dev --size 1000 --tmpfs /dev/shm --remount-ro /dev --size 1000 --tmpfs /tmp',
        '--dir /var --symlink ../tmp /var/tmp --dir /run',
        '--ro-bind /usr /usr --symlink usr/bin /bin --ro-bind /data/dev/settings-1 /etc',
        '--file 5 /run/box/passwd',
        '--ro-bind /data/runs/1/control /data/runs/1/control --bind /data/runs/1/mirror /data/runs/1/mirror',
        '--remount-ro / --chdir /data/runs/1/mirror',
      ].join(' '),
    )
  })

  it('close /proc to a caller who is root, before anything runs', () => {
    const root = line({ callerIsRoot: true })
    expect(root).toContain('--remount-ro /proc/1 --remount-ro /proc --dev /dev')
    expect(root).toContain('--dev /dev --dev-bind /data/dev/null /dev/null --size')
  })

  it('share the network and show the name servers only where the run has the network', () => {
    expect(line({ network: 'host' })).toContain('--unshare-all --share-net')
    expect(line({ network: 'host' })).toContain('--ro-bind /run/resolve/resolv.conf /run/box/resolv.conf')
    expect(line()).not.toMatch(/share-net|resolv/)
  })

  it('leave out what an older version does not know', () => {
    expect(line({}, '0.7.0')).not.toContain('--disable-userns')
    expect(line({}, '0.7.0')).toContain('--size')
    expect(line({}, '0.6.1')).not.toContain('--size')
    expect(line({}, '0.6.1')).toContain('--tmpfs /tmp')
  })

  it('mount what holds a folder before the folder, so that nothing writable is hidden or laid open', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    const mount = fc.record({ parts: folder, write: fc.boolean() })
    fc.assert(
      fc.property(fc.array(mount, { maxLength: 8 }), (drawn) => {
        const mounts = drawn.map(({ parts, write }) => {
          const path = `/${parts.join('/')}`
          return { source: path, target: path, access: write ? ('write' as const) : ('read' as const) }
        })
        const made = options({ mounts })
        const targets = made.flatMap((option, index) =>
          /^--(ro-)?bind$/.test(option) ? [made[index + 2] ?? ''] : [],
        )
        const own = targets.filter((target) => /^\/[abc]/.test(target))
        expect(own).toHaveLength(mounts.length)
        for (const [index, target] of own.entries())
          expect(own.slice(index + 1).some((later) => target.startsWith(`${later}/`))).toBe(false)
      }),
    )
  })

  it('are handed over each with its end, whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))),
        (given) => {
          const parts = encodeOptions(given).toString('utf8').split('\0')
          expect(parts).toEqual([...given, ''])
        },
      ),
    )
  })
})

describe('the version of bubblewrap', () => {
  it.each([
    ['0.8.0', '0.8.0', true],
    ['0.10.0', '0.8.0', true],
    ['0.7.9', '0.8.0', false],
    ['1.0', '0.8.0', true],
    ['0.8', '0.8.0', true],
  ])('%s is at least %s: %s', (version, least, expected) => {
    expect(isAtLeast(version, least)).toBe(expected)
  })
})

describe('what a start that failed means', () => {
  const none = { appArmorRestricts: null, unprivilegedClone: null, most: null }
  it.each([
    ['bwrap: setting up uid map: Permission denied', { ...none, appArmorRestricts: true }, 'apparmor'],
    [
      'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
      { ...none, appArmorRestricts: true },
      'apparmor',
    ],
    [
      'bwrap: No permissions to create new namespace, likely because …',
      { ...none, unprivilegedClone: false },
      'user_namespaces_off',
    ],
    [
      'bwrap: Creating new namespace failed: No space left on device',
      { ...none, most: 0 },
      'user_namespaces_off',
    ],
    ['bwrap: No permissions to create a new namespace', none, 'namespaces'],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", none, 'proc'],
    ['bwrap: prctl(PR_SET_SECCOMP): Invalid argument', none, 'seccomp'],
  ])('%s', (text, settings, reason) => {
    expect(explain(text, settings)?.details['reason']).toBe(reason)
  })

  it('is left open where the text says nothing known', () => {
    expect(explain('bwrap: execvp x: No such file or directory', none)).toBeNull()
  })
})
