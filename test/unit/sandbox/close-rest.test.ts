import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildCloseRest, layCloseRest } from '../../../src/main/sandbox/close-rest'

const machine = process.arch === 'arm64' ? 'arm64' : 'x64'
const folder = (): string => mkdtempSync(join(tmpdir(), 'close-rest-'))

describe('the program that closes what was handed on', () => {
  it('keeps what is below its number, with arguments, variables and exit code of what it becomes', async () => {
    const path = await layCloseRest(folder(), machine, 5)
    const open = openSync('/etc/passwd', 'r')
    const ran = spawnSync(path, ['/bin/sh', '-c', 'ls /proc/self/fd; echo "$1 $WORD"; exit 7', 'x', 'a b'], {
      stdio: ['ignore', 'pipe', 'pipe', open, open, open, open, open],
      env: { WORD: 'said', PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    })
    expect(ran.status).toBe(7)
    const lines = ran.stdout.trim().split('\n')
    expect(lines.at(-1)).toBe('a b said')
    // ls itself opens the folder it lists.
    expect(
      lines
        .slice(0, -1)
        .map(Number)
        .filter((fd) => fd > 5),
    ).toEqual([])
    expect(lines).toEqual(expect.arrayContaining(['0', '1', '2', '3', '4']))
  })

  it('says by its exit code that there is nothing to become', async () => {
    const path = await layCloseRest(folder(), machine, 3)
    expect(spawnSync(path, ['/nonexistent/program']).status).toBe(127)
    expect(spawnSync(path, []).status).toBe(127)
  })

  it('is laid out once', async () => {
    const place = folder()
    const first = await layCloseRest(place, machine, 3)
    expect(await layCloseRest(place, machine, 3)).toBe(first)
    expect(existsSync(first)).toBe(true)
    expect(await layCloseRest(place, machine, 6)).not.toBe(first)
  })

  it('is the same few instructions on both kinds of processor', () => {
    const sizes = (['x64', 'arm64'] as const).map((each) => buildCloseRest(each, 3).length)
    expect(sizes).toEqual([177, 180])
    const file = join(folder(), 'arm64')
    writeFileSync(file, buildCloseRest('arm64', 9))
    // movz w0, #9
    expect(buildCloseRest('arm64', 9).readUInt32LE(120)).toBe(0x5280_0120)
    expect(execFileSync('head', ['-c', '4', file])).toEqual(Buffer.from('\x7fELF', 'latin1'))
  })
})
