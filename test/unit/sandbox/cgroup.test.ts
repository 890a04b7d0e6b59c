import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCgroup } from '../../../src/main/sandbox/limits/cgroup'
import { parseMounts, parseOwnGroups } from '../../../src/main/sandbox/limits/cgroup-place'
import { inCgroup } from '../../../src/main/sandbox/limits/join'
import { prlimitArguments, resourceLimitsFor } from '../../../src/main/sandbox/limits/resource-limits'
import { startErrorIn } from '../../../src/main/sandbox/run-in-box'

const limits = { memoryBytes: 1000, processes: 10, cpuMs: 2500 }

describe('control groups', () => {
  it('are read from what the kernel says of this process', () => {
    const own = parseOwnGroups('9:name=systemd:/\n4:memory:/a:b\n1:cpu,cpuacct:/c\n0::/user.slice/x\n')
    expect([...own]).toEqual([
      ['name=systemd', '/'],
      ['memory', '/a:b'],
      ['cpu', '/c'],
      ['cpuacct', '/c'],
      ['', '/user.slice/x'],
    ])
    const mounts = parseMounts(
      '34 30 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n26 1 254:0 / / rw - ext4 /dev/vda rw\n30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n',
    )
    expect(mounts).toEqual([
      { type: 'cgroup', point: '/sys/fs/cgroup/memory', options: ['rw', 'memory'] },
      { type: 'cgroup2', point: '/sys/fs/cgroup', options: ['rw', 'nsdelegate'] },
    ])
  })

  it('of version 2 get their limits, and their counters are read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glovebox-cgroup-'))
    const group = await createCgroup({ version: 2, folder }, 'one', limits)
    const own = join(folder, 'glovebox-one')
    expect(group?.joins).toEqual([join(own, 'cgroup.procs')])
    const read = (name: string): string => readFileSync(join(own, name), 'utf8')
    expect([read('memory.max'), read('memory.swap.max'), read('pids.max')]).toEqual(['1000', '0', '14'])
    writeFileSync(join(own, 'memory.events'), 'low 0\nmax 3\noom 1\noom_kill 2\noom_group_kill 0\n')
    writeFileSync(join(own, 'pids.events'), 'max 5\n')
    writeFileSync(join(own, 'cpu.stat'), 'usage_usec 1234567\nuser_usec 1\n')
    expect(await group?.usage()).toEqual({ memoryKills: 2, processRefusals: 5, cpuMs: 1235 })
  })

  it('that can’t be made are none', async () => {
    expect(await createCgroup({ version: 2, folder: '/proc/nothing/here' }, 'one', limits)).toBeNull()
    const folder = mkdtempSync(join(tmpdir(), 'glovebox-cgroup-'))
    mkdirSync(join(folder, 'glovebox-one'))
    expect(await createCgroup({ version: 2, folder }, 'one', limits)).toBeNull()
  })

  it('are joined by a fixed script that takes everything as arguments', () => {
    const joins = ['/a b', '/c"$(id)']
    const group = {
      joins,
      holds: { memory: true, processes: true },
      usage: () => Promise.reject(),
      remove: () => Promise.reject(),
    }
    const own = resourceLimitsFor(limits, group.holds, true)
    const [shell, option, script, ...rest] = inCgroup(group, own, ['program', '--', '$x'])
    expect([shell, option]).toEqual(['/bin/sh', '-c'])
    expect(script).not.toContain('id')
    expect(rest).toEqual(['glovebox', ...joins, '--', '4096', '8388608', '3', '4', 'program', '--', '$x'])
  })
})

describe('the script that holds a command', () => {
  const held = (joins: readonly string[], ...command: readonly string[]) => {
    const holds = { memory: true, processes: true }
    const group = { joins, holds, usage: () => Promise.reject(), remove: () => Promise.reject() }
    const [shell = '', ...args] = inCgroup(group, resourceLimitsFor(limits, holds, true), command)
    return spawnSync(shell, args, { encoding: 'utf8' })
  }

  it('writes itself into every group, sets the limits and becomes the program, with its arguments as they are', () => {
    const files = ['a b', 'c'].map((name) => join(mkdtempSync(join(tmpdir(), 'glovebox-cgroup-')), name))
    const ask = 'ulimit -Sc; ulimit -Sn; ulimit -Sf; ulimit -St; ulimit -Ht; printf "%s|" "$@"'
    const ran = held(files, '/bin/sh', '-c', ask, 'sh', '--', '$x', '')
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['0\n', '0\n'])
    expect(ran.stdout).toBe('0\n4096\n8388608\n3\n4\n--|$x||')
  })

  it('runs nothing where a group can’t be joined, and that is told from a program’s own end', () => {
    const ran = held(['/proc/self/nothing'], '/bin/echo', 'ran')
    expect([ran.status, ran.stdout]).toEqual([125, ''])
    const invocation = {
      executable: '/bin/sh',
      args: [],
      environment: {},
      folder: '/',
      input: null,
      holder: true,
    }
    expect(startErrorIn(invocation, ran.status, ran.stderr)).toContain('could not join /proc/self/nothing')
    expect(startErrorIn(invocation, 125, 'a program of its own ends so')).toBeNull()
  })
})

describe('limits of a process', () => {
  const line = (memory: boolean, processes: boolean, countsPerBox: boolean): string =>
    prlimitArguments(resourceLimitsFor(limits, { memory, processes }, countsPerBox)).join(' ')
  const rest = '--nofile=4096 --fsize=4294967296 --core=0 --'

  it('are set where no group holds them, and counted per box or not at all', () => {
    expect(line(true, true, true)).toBe(`--cpu=3:4 ${rest}`)
    expect(line(false, false, true)).toBe(`--cpu=3:4 --data=1073741824 --nproc=10 ${rest}`)
    expect(line(false, false, false)).toBe(`--cpu=3:4 --data=1073741824 ${rest}`)
  })
})
