import { describe, expect, it } from 'vitest'
import { heldGroups } from '../../../../src/main/process/process-tree'
import type { BoxRequest } from '../../../../src/main/sandbox'
import { atTheirSource } from '../../../../src/main/sandbox/firejail/bridges'
import { explainFirejail, firejailStartError } from '../../../../src/main/sandbox/firejail/explain'
import { buildFilterProgram, notStartedText } from '../../../../src/main/sandbox/firejail/filter-program'
import { encodeFilter } from '../../../../src/main/sandbox/seccomp/filter'

describe('a bridge of firejail', () => {
  const request: BoxRequest = {
    token: 't',
    folders: { mirrorFolder: '/m', controlFolder: '/c', homeFolder: '/h' },
    limits: { memoryBytes: 1, processes: 1, cpuMs: 1 },
    network: 'none',
    forbidden: { sealed: [], whole: [] },
    bridges: [{ source: '/runs/1/egress', target: '/run/glovebox', access: 'read' }],
    entry: [
      '/usr/bin/perl',
      '/run/glovebox/relay.pl',
      '3128=/run/glovebox/s',
      '/run/gloveboxes/x',
      'a/run/glovebox/b',
      '--',
    ],
    variables: { PLACE: '/run/glovebox', OTHER: 'http://127.0.0.1:3128' },
  }

  it('is seen at its source, and what the session says of it is said of that', () => {
    const moved = atTheirSource(request)
    expect(moved.bridges).toEqual([{ source: '/runs/1/egress', target: '/runs/1/egress', access: 'read' }])
    expect(moved.entry).toEqual([
      '/usr/bin/perl',
      '/runs/1/egress/relay.pl',
      '3128=/runs/1/egress/s',
      '/run/gloveboxes/x',
      'a/run/glovebox/b',
      '--',
    ])
    expect(moved.variables).toEqual({ PLACE: '/runs/1/egress', OTHER: 'http://127.0.0.1:3128' })
  })

  it('that is at its source already changes nothing', () => {
    const { bridges: _, ...without } = request
    expect(atTheirSource(without)).toBe(without)
  })
})

describe('what firejail says', () => {
  const command = ['/usr/bin/firejail', '--quiet', '--', '/c/start']

  it.each([
    ['Error clone: main.c:3125 main: Operation not permitted\n', 1],
    ['Error: "/tmp/a,b" is an invalid filename: rejected character: ","\n', 1],
    ['Error: too long environment variables, please use --rmenv\n', 1],
    ['Error: cannot establish communication with the parent, exiting...\n', 1],
    [notStartedText, 125],
  ])('%j is the end of a start', (text, code) => {
    expect(firejailStartError(command, code, text)).toBe(text)
  })

  it.each([
    ['Error: Cannot find module "x"\n', 1],
    ['Error: failed to load config\n', 1],
    ['TypeError: x\n', 1],
    [notStartedText, 1],
    ['', 125],
    ['', 1],
  ])('%j with %i is the program’s own', (text, code) => {
    expect(firejailStartError(command, code, text)).toBeNull()
  })

  it('is not looked for in what another box says', () => {
    expect(firejailStartError(['/usr/bin/bwrap'], 1, 'Error clone: main.c:3125 main: x')).toBeNull()
  })

  it.each([
    [
      'Warning: an existing sandbox was detected. /bin/sh will run without any additional sandboxing features',
      'inside',
    ],
    ['Error clone: main.c:3125 main: Operation not permitted', 'namespaces'],
    ['Error: --net=none is disabled in Firejail configuration', 'settings'],
  ])('%s is explained', (text, reason) => {
    expect(explainFirejail(text)).toMatchObject({ code: 'sandbox.not_permitted', details: { reason } })
  })

  it('is left as it is where nothing is known of it', () => {
    expect(explainFirejail('something else')).toBeNull()
  })
})

describe('the program that firejail starts', () => {
  const command = ['/bin/sh', '-c', 'echo ü', '']

  it.each(['x64', 'arm64'] as const)(
    'holds our filter and the command for %s, found by their addresses',
    (machine) => {
      const filter = encodeFilter(machine)
      const file = buildFilterProgram(machine, filter, command)
      expect(file.subarray(0, 4).toString('latin1')).toBe('\x7fELF')
      const base = 0x50_0000
      const at = (offset: number): number => Number(file.readBigUInt64LE(offset)) - base
      const program = 0x200 + notStartedText.length
      expect(file.subarray(0x200, program).toString()).toBe(notStartedText)
      expect(file.readUInt16LE(program)).toBe(filter.length / 8)
      const filterAt = at(program + 8)
      expect(file.subarray(filterAt, filterAt + filter.length).equals(filter)).toBe(true)
      const texts = command.map((_, index) => {
        const start = at(program + 16 + 8 * index)
        return file.toString('utf8', start, file.indexOf(0, start))
      })
      expect(texts).toEqual(command)
      expect(file.readBigUInt64LE(program + 16 + 8 * command.length)).toBe(0n)
    },
  )

  it('has its places where the instructions look for them', () => {
    // The text of failure is as long as the instructions write, and what follows it is where they point to.
    expect(notStartedText).toHaveLength(48)
    const file = buildFilterProgram('x64', encodeFilter('x64'), command)
    const code = file.subarray(0xb0, 0x200).toString('hex')
    for (const address of ['00025000', '30025000', '40025000']) expect(code).toContain(address)
    // Code ends before the data begins.
    expect(Number(file.readBigUInt64LE(64 + 32))).toBeLessThan(0x200)
  })
})

describe('what a holder holds', () => {
  const entry = (pid: number, parent: number, group: number) => ({
    pid,
    parent,
    group,
    session: group,
    terminal: false,
    identity: String(pid),
    began: 0,
  })

  it('is found behind several processes of its own', () => {
    const table = [
      entry(10, 1, 10),
      entry(11, 10, 10),
      entry(12, 11, 10),
      entry(13, 12, 13),
      entry(14, 13, 14),
      entry(20, 1, 20),
    ]
    expect(heldGroups(10, table)).toEqual([13])
  })

  it('is what it started itself where that has a group of its own', () => {
    expect(heldGroups(10, [entry(10, 1, 10), entry(11, 10, 11), entry(12, 11, 11)])).toEqual([11])
    expect(heldGroups(10, [entry(10, 1, 10), entry(11, 10, 10)])).toEqual([])
  })
})
