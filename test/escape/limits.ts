import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Box } from '../../src/main/sandbox'
import type { AspectOutcome, SandboxAspect } from '../../src/shared'

/** What the suite found of one aspect, and by what. */
export type Finding = {
  readonly aspect: SandboxAspect
  readonly outcome: AspectOutcome
  readonly how: string
}

const megabyte = 1024 * 1024
const python = '/usr/bin/python3'

const text = (output: { readonly head: Buffer; readonly tail: Buffer }): string =>
  Buffer.concat([output.head, output.tail]).toString()

/** Takes so many MB in a grandchild and touches each page; says `took` when it has them. */
const take = `import os,sys
def hold(megabytes):
  held = bytearray(megabytes << 20)
  for at in range(0, len(held), 4096): held[at] = 1
  return held
`

/** Memory of one process over the limit, then of several that are over it together. */
export async function memoryFinding(box: Box, limitMegabytes: number): Promise<Finding> {
  const over = `${take}
pid = os.fork()
if pid == 0:
  if os.fork() == 0:
    hold(${limitMegabytes * 2}); print('took', flush=True); os._exit(0)
  os.wait(); os._exit(0)
os.wait()`
  const alone = await box.run([python, '-c', over], { wallTimeMs: 20_000 })
  if (!alone.ok) throw new Error(alone.error.message)
  if (!text(alone.value.stdout).includes('took'))
    return {
      aspect: 'memory',
      outcome: 'held',
      how: `a grandchild got no ${limitMegabytes * 2} MB (oom: ${alone.value.oomKilled})`,
    }
  const huge = await box.run([python, '-c', 'import mmap; mmap.mmap(-1, 3 << 30, flags=0x22); print("took")'])
  if (!huge.ok) throw new Error(huge.error.message)
  return text(huge.value.stdout).includes('took')
    ? { aspect: 'memory', outcome: 'not_held', how: 'a process got 3 GB' }
    : { aspect: 'memory', outcome: 'partly', how: 'a process got twice the limit, yet not 3 GB' }
}

/** How many processes there can be at once. */
export async function processFinding(box: Box, limit: number): Promise<Finding> {
  const script = `import os,time
made = 0
try:
  for _ in range(${limit * 3}):
    if os.fork() == 0:
      time.sleep(2); os._exit(0)
    made += 1
except OSError: pass
print(made, flush=True)
os._exit(0)`
  const ran = await box.run([python, '-c', script], { wallTimeMs: 20_000 })
  if (!ran.ok) throw new Error(ran.error.message)
  const made = Number(text(ran.value.stdout))
  return made < limit * 3
    ? {
        aspect: 'processes',
        outcome: 'held',
        how: `${made} of ${limit * 3} processes (limit reached: ${ran.value.limitReached})`,
      }
    : { aspect: 'processes', outcome: 'not_held', how: `all of ${made} processes` }
}

/** Processor time of one program, and of several together. */
export async function cpuFinding(box: Box): Promise<Finding> {
  const spin = `import os
for _ in range(2): os.fork()
while True: pass`
  const ran = await box.run([python, '-c', spin], { wallTimeMs: 60_000, cpuMs: 1500 })
  if (!ran.ok) throw new Error(ran.error.message)
  const { limitReached, durations, timedOut } = ran.value
  if (timedOut) return { aspect: 'cpu_time', outcome: 'not_held', how: 'four programs ran on' }
  if (durations.cpuMs === null)
    return {
      aspect: 'cpu_time',
      outcome: 'partly',
      how: 'each program was ended for itself; all together were not counted',
    }
  return durations.cpuMs < 4000
    ? {
        aspect: 'cpu_time',
        outcome: 'held',
        how: `ended after ${durations.cpuMs} ms together (${limitReached})`,
      }
    : { aspect: 'cpu_time', outcome: 'partly', how: `ended after ${durations.cpuMs} ms together` }
}

/** What a program leaves: a daemon that forked twice, that ignores signals and whose variables tell nothing. */
export async function lifetimeFinding(box: Box, mirrorFolder: string): Promise<Finding> {
  const daemon = (name: string, then: string): string => `import os,signal,sys,time
if os.fork() == 0:
  os.setsid()
  if os.fork() == 0:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(each, signal.SIG_IGN)
    os.execve(sys.executable, [sys.executable, '-c', 'import time\\nfor i in range(80):\\n  open(${JSON.stringify(join(mirrorFolder, name))}, "a").write(".")\\n  time.sleep(0.1)'], {})
  os._exit(0)
while not os.path.exists(${JSON.stringify(join(mirrorFolder, name))}): time.sleep(0.02)
print('up', flush=True)
${then}`
  const stop = new AbortController()
  const ended = await box.run([python, '-c', daemon('trace-ended', 'pass')])
  const killed = await box.run(
    [
      python,
      '-c',
      daemon('trace-killed', 'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)'),
    ],
    { signal: stop.signal, onOutput: () => stop.abort() },
  )
  if (!ended.ok || !killed.ok) throw new Error('not run')
  const left = (
    await Promise.all(['trace-ended', 'trace-killed'].map((name) => grows(join(mirrorFolder, name))))
  ).filter((each) => each).length
  return left === 0
    ? { aspect: 'children_after_kill', outcome: 'held', how: 'neither daemon lived on' }
    : { aspect: 'children_after_kill', outcome: 'not_held', how: `${left} of 2 daemons lived on` }
}

async function grows(path: string): Promise<boolean> {
  await delay(150)
  const before = statSync(path).size
  for (let waited = 0; waited < 1000; waited += 50) {
    await delay(50)
    if (statSync(path).size > before) return true
  }
  return false
}

/** Bombs that are only for a box that holds: each has to be bounded, and what is around it has to go on. */
export async function bombs(box: Box): Promise<Readonly<Record<string, string>>> {
  const outcome = async (
    name: string,
    command: readonly [string, ...string[]],
    options: object,
  ): Promise<[string, string]> => {
    const ran = await box.run(command, { wallTimeMs: 25_000, ...options })
    if (!ran.ok) return [name, ran.error.code]
    const { exitCode, limitReached, survivors, stdout, stderr, oomKilled } = ran.value
    return [
      name,
      JSON.stringify({
        exitCode,
        limitReached,
        oomKilled,
        survivors,
        bytes: stdout.bytes,
        kept: stdout.head.length + stdout.tail.length,
        said: stderr.head.toString().slice(0, 200),
      }),
    ]
  }
  const all = [
    await outcome('one GB of output', ['sh', '-c', 'yes | head -c 1000000000'], {
      outputBytes: 64 * megabyte,
    }),
    await outcome('one line without end', ['sh', '-c', 'tr "\\0" x < /dev/zero'], {
      outputBytes: 64 * megabyte,
    }),
    await outcome('fork bomb', ['sh', '-c', 'f() { f | f & }; f; sleep 3'], { wallTimeMs: 5000 }),
    await outcome(
      'memory bomb',
      [python, '-c', 'held = []\nwhile True: held.append(bytearray(8 << 20))'],
      {},
    ),
    await outcome(
      'full /tmp',
      [
        'sh',
        '-c',
        'head -c 2000000000 /dev/zero > /tmp/fill; echo $?; rm /tmp/fill; head -c 1000 /dev/zero > /tmp/again && echo room',
      ],
      {},
    ),
    await outcome('5000 open files', [python, '-c', 'held = [open("/dev/null") for _ in range(5000)]'], {}),
    await outcome(
      '100,000 files',
      [
        python,
        '-c',
        'import os\nos.mkdir("many")\nfor i in range(100000): open("many/%d" % i, "x").close()\nprint("made")',
      ],
      // How many, not how fast: ext4 takes 0.4 ms of processor time for each while as many were removed just before.
      { cpuMs: 120_000, wallTimeMs: 180_000 },
    ),
    await outcome('no input and no terminal', ['sh', '-c', 'cat; cat /dev/tty; echo $?'], {}),
  ]
  return Object.fromEntries(all)
}
