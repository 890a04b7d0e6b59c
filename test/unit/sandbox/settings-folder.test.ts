import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { laySettings, removeOldSettings } from '../../../src/main/sandbox/bubblewrap/settings-folder'
import type { SystemView } from '../../../src/main/sandbox/system-view'

/** A machine whose settings lie in a folder of the test's. */
function machine(): { readonly etc: string; readonly folder: string; readonly system: SystemView } {
  const base = mkdtempSync(join(tmpdir(), 'glovebox-settings-'))
  const etc = join(base, 'etc')
  mkdirSync(join(etc, 'certs/private'), { recursive: true })
  writeFileSync(join(etc, 'certs/bundle.crt'), 'trusted')
  symlinkSync('/usr/share/one.crt', join(etc, 'certs/one.pem'))
  writeFileSync(join(etc, 'certs/key'), 'private', { mode: 0o640 })
  writeFileSync(join(etc, 'certs/private/open'), 'open in a closed folder')
  chmodSync(join(etc, 'certs/private'), 0o750)
  writeFileSync(join(etc, 'services'), 'http 80/tcp\n')
  const system: SystemView = {
    folders: ['/usr'],
    links: [],
    settings: [
      { source: join(etc, 'certs'), target: '/etc/ssl/certs' },
      { source: join(etc, 'services'), target: '/etc/services' },
      { source: join(etc, 'gone'), target: '/etc/gone' },
      { source: '/usr/share/zoneinfo/UTC', target: '/etc/localtime' },
    ],
    nameServers: null,
  }
  return { etc, folder: join(base, 'own'), system }
}

const texts = { '/etc/hosts': '127.0.0.1 box\n' }

describe('the settings that a box sees', () => {
  it('are copies of what everybody may read, links as they are, and links to what the box has already', async () => {
    const { folder, system } = machine()
    const laid = await laySettings(folder, system, texts)
    expect(readdirSync(laid, { recursive: true }).map(String).sort()).toEqual([
      'hosts',
      'localtime',
      'passwd',
      'resolv.conf',
      'services',
      'ssl',
      'ssl/certs',
      'ssl/certs/bundle.crt',
      'ssl/certs/one.pem',
    ])
    expect(readFileSync(join(laid, 'ssl/certs/bundle.crt'), 'utf8')).toBe('trusted')
    expect(lstatSync(join(laid, 'services')).isFile()).toBe(true)
    expect(readFileSync(join(laid, 'hosts'), 'utf8')).toBe(texts['/etc/hosts'])
    const links = ['ssl/certs/one.pem', 'localtime', 'passwd', 'resolv.conf']
    expect(links.map((path) => readlinkSync(join(laid, path)))).toEqual([
      '/usr/share/one.crt',
      '/usr/share/zoneinfo/UTC',
      '/run/box/passwd',
      '/run/box/resolv.conf',
    ])
  })

  it('are laid once, by many at a time as well, and anew when a setting or a text is another', async () => {
    const { etc, folder, system } = machine()
    const all = await Promise.all(Array.from({ length: 8 }, () => laySettings(folder, system, texts)))
    expect(new Set(all).size).toBe(1)
    expect(readdirSync(folder)).toHaveLength(1)
    const inode = lstatSync(join(all[0] ?? '', 'services')).ino
    expect(await laySettings(folder, system, texts)).toBe(all[0])
    expect(lstatSync(join(all[0] ?? '', 'services')).ino).toBe(inode)

    writeFileSync(join(etc, 'services'), 'http 81/tcp\n')
    const changed = await laySettings(folder, system, texts)
    expect(changed).not.toBe(all[0])
    expect(readFileSync(join(changed, 'services'), 'utf8')).toBe('http 81/tcp\n')
    const other = await laySettings(folder, system, { '/etc/hosts': '::1 box\n' })
    expect(new Set([changed, other, all[0]]).size).toBe(3)
    expect(lstatSync(join(all[0] ?? '', 'services')).isFile()).toBe(true)
  })

  it('of earlier days stay while boxes may be open on them, and go, alone, when asked', async () => {
    const { etc, folder, system } = machine()
    const old = await laySettings(folder, system, texts)
    const half = `${old}.half`
    mkdirSync(half)
    mkdirSync(join(folder, 'other'))
    const days = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)
    for (const path of [old, half, join(folder, 'other')]) utimesSync(path, days, days)
    writeFileSync(join(etc, 'services'), 'none\n')
    const laid = await laySettings(folder, system, texts)
    const names = (): readonly string[] => readdirSync(folder).sort()
    expect(names()).toEqual([old, half, laid, join(folder, 'other')].map((path) => basename(path)).sort())
    await removeOldSettings(folder)
    expect(names()).toEqual([laid, join(folder, 'other')].map((path) => basename(path)).sort())
  })

  it('can’t be laid where our folder is a file: said, not passed over', async () => {
    const { etc, system } = machine()
    await expect(laySettings(join(etc, 'services'), system, texts)).rejects.toThrow(/EEXIST|ENOTDIR/)
  })
})
