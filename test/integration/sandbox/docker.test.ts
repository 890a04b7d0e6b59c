import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameInvocation } from '../../../src/main/process'
import { boxRequest, command, makeFolders, megabyte } from '../../support/box'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'

let engine: TestEngine
let backend: ReturnType<typeof testDocker>
beforeAll(async () => {
  engine = await startEngine()
  backend = testDocker(engine)
})
/** How many containers there are. */
const containers = async (): Promise<number> => {
  const listed = await engine.ask('GET', '/containers/json?all=1')
  return Array.isArray(listed) ? listed.length : -1
}
afterAll(async () => {
  await engine.remove()
})

const sh = (script: string): readonly string[] => ['sh', '-c', script]
const uid = process.getuid?.() === 0 ? 58_471 : process.getuid?.()

/** Runs one command in a box of its own. */
async function runInside(
  args: readonly string[],
  {
    folders = makeFolders(),
    request = {},
    ...more
  }: {
    readonly folders?: ReturnType<typeof makeFolders>
    readonly request?: Parameters<typeof openBox>[2]
  } & Parameters<typeof runIn>[2] = {},
) {
  const opened = await openBox(backend, folders, request)
  try {
    const ran = await runIn(opened, args, more)
    return { ...ran, usage: await opened.box.usage() }
  } finally {
    await opened.box.close()
  }
}

describe('a box of docker', () => {
  it('runs a program in the mirror, which belongs to the caller afterwards', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.mirrorFolder, 'in'), 'from outside\n')
    const ran = await runInside(sh('pwd; cat in; echo written > out; id -u'), { folders })
    expect(ran).toMatchObject({ code: 0, stderr: '', survivors: 0 })
    expect(ran.stdout).toBe(`${folders.mirrorFolder}\nfrom outside\n${uid}\n`)
    expect(readFileSync(join(folders.mirrorFolder, 'out'), 'utf8')).toBe('written\n')
    expect(statSync(join(folders.mirrorFolder, 'out')).uid).toBe(process.getuid?.())
  })

  it('keeps one container for its commands', async () => {
    const opened = await openBox(backend)
    await runIn(opened, sh('echo kept > /tmp/mark'))
    expect((await runIn(opened, sh('cat /tmp/mark'))).stdout).toBe('kept\n')
    expect(await containers()).toBe(1)
    await opened.box.close()
    await opened.box.close()
    expect(await containers()).toBe(0)
  })

  it('has its home writable, its control folder not, and nothing else', async () => {
    const folders = makeFolders()
    const script = `for p in ${folders.homeFolder} ${folders.controlFolder} / /usr /etc /var /run /home /dev /proc /sys /tmp /dev/shm; do ( : > $p/x ) 2>/dev/null && echo $p; done; true`
    const ran = await runInside(sh(script), { folders })
    expect(ran.stdout.trim().split('\n')).toEqual([folders.homeFolder, '/tmp', '/dev/shm'])
  })

  it('gives the program its own variables and nothing of ours', async () => {
    const ran = await runInside(sh('env | sort; cat /proc/1/environ; tr "\\0" " " < /proc/1/cmdline'), {
      environment: { PATH: '/usr/bin:/bin', GIVEN: 'yes' },
    })
    const lines = ran.stdout.trim().split('\n')
    expect(lines.slice(0, -1).map((line) => line.split('=')[0])).toEqual([
      'GIVEN',
      'HOME',
      'HOSTNAME',
      'LOGNAME',
      'PATH',
      'PWD',
      'TMPDIR',
      'USER',
    ])
    expect(lines.at(-1)).toBe('/glovebox-first')
    expect(ran.stderr).toContain('Permission denied')
  })

  it.each([7, 127, 143, 137])('passes exit code %i on', async (code) => {
    expect((await runInside(sh(`exit ${code}`))).code).toBe(code)
  })

  it('says that a program is not there by its exit code', async () => {
    expect(await runInside(['no-such-program'])).toMatchObject({ code: 127 })
  })

  it('reads what a program needs besides, and nothing written inside says what that is', async () => {
    const folders = makeFolders()
    const tool = join(folders.outside, 'tool')
    const data = join(folders.outside, 'data')
    writeFileSync(tool, '#!/bin/sh\ncat "$1"\n', { mode: 0o755 })
    writeFileSync(data, 'needed\n', { mode: 0o644 })
    expect((await runInside([tool, data], { folders })).stdout).toBe('')
    expect(await runInside([tool, data], { folders, reads: [data] })).toMatchObject({
      code: 0,
      stdout: 'needed\n',
    })
    writeFileSync(join(folders.mirrorFolder, 'trap'), `#!${data}\n`, { mode: 0o755 })
    expect((await runInside(sh(`./trap; cat ${data}`), { folders })).stdout).toBe('')
  })

  it('shows what a later program needs as well', async () => {
    const folders = makeFolders()
    const data = join(folders.outside, 'data')
    writeFileSync(data, 'needed\n', { mode: 0o644 })
    const opened = await openBox(backend, folders)
    expect((await runIn(opened, ['cat', data])).code).not.toBe(0)
    expect((await runIn(opened, ['cat', data], { reads: [data] })).stdout).toBe('needed\n')
    await opened.box.close()
  })

  it('builds the same start from the same invocation, and none once it is closed (I6)', async () => {
    const folders = makeFolders()
    const { box } = await openBox(backend, folders)
    const [one, two, other] = await Promise.all(
      ['a', 'a', 'b'].map((text) =>
        box.wrap(command(folders, ['/bin/echo'], { environment: { TEXT: text } })),
      ),
    )
    if (!one?.ok || !two?.ok || !other?.ok) throw new Error('not wrapped')
    expect(sameInvocation(one.value, two.value)).toBe(true)
    expect(sameInvocation(one.value, other.value)).toBe(false)
    expect(await containers()).toBe(1)
    await box.close()
    expect(await box.wrap(command(folders, ['/bin/echo']))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.closed' },
    })
  })

  it('refuses a mount that would show what is forbidden', async () => {
    const folders = makeFolders()
    const tool = await backend.locate()
    if (!tool.ok) throw new Error(tool.error.message)
    const opened = await backend.open(
      tool.value,
      boxRequest(folders, { forbidden: { sealed: [folders.mirrorFolder], whole: [] } }),
    )
    expect(opened).toMatchObject({ ok: false, error: { code: 'sandbox.bad_mount' } })
  })

  it('has no network but its own loopback, and a bridge leads to a socket of ours', async () => {
    const folders = makeFolders()
    const server = createServer((socket) => socket.end('from outside'))
    await new Promise<void>((resolve) => server.listen(join(folders.outside, 'out.sock'), resolve))
    const script = `import socket
s = socket.socket(socket.AF_UNIX); s.connect('/run/glovebox/out.sock'); print(s.recv(100).decode())
print(open('/proc/net/dev').read().count(':'))`
    const ran = await runInside(['python3', '-c', script], {
      folders,
      request: { bridges: [{ source: folders.outside, target: '/run/glovebox', access: 'read' }] },
    })
    expect(ran).toMatchObject({ stdout: 'from outside\n1\n', stderr: '' })
    server.close()
  })

  it('starts every program through what was put in front', async () => {
    const ran = await runInside(sh('echo program; echo $FRONT'), {
      request: { entry: ['/bin/sh', '-c', 'echo front; exec "$@"', 'front'], variables: { FRONT: 'yes' } },
    })
    expect(ran.stdout).toBe('front\nprogram\nyes\n')
  })

  it('lets the tools of a developer work', async () => {
    const folders = makeFolders()
    writeFileSync(
      join(folders.mirrorFolder, 'check.js'),
      'const os = require("node:os"); console.log(os.userInfo().username, os.userInfo().homedir, os.tmpdir(), typeof WebAssembly)',
    )
    const script = [
      'git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m first && git log --oneline | wc -l',
      `"${process.execPath}" check.js`,
      'python3 -c "import tempfile; print(tempfile.gettempdir())"',
      'mktemp -d > /dev/null && echo made',
      'echo x | sort | tee /dev/stderr 2>/dev/null',
      'date +%Z > /dev/null && getent passwd agent | cut -d: -f1 && ls -d ~agent && cat /etc/resolv.conf',
    ].join(' && ')
    const ran = await runInside(sh(script), {
      folders,
      reads: [process.execPath],
      request: { limits: { memoryBytes: 1024 * megabyte, processes: 64, cpuMs: 20_000 } },
    })
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe('1\nagent /home/agent /tmp object\n/tmp\nmade\nx\nagent\n/home/agent\n')
  })
})

describe('limits in docker', () => {
  it('memory: the kernel ends a process, and its count is told although the command went on', async () => {
    const script =
      'import os\nif os.fork() == 0:\n  held = bytearray(300 << 20)\n  for at in range(0, len(held), 4096): held[at] = 1\n  print("took", flush=True)\n  os._exit(0)\nos.wait(); print("on")'
    const ran = await runInside(['python3', '-c', script], {
      request: { limits: { memoryBytes: 96 * megabyte, processes: 32, cpuMs: 20_000 } },
    })
    expect(ran).toMatchObject({ code: 0, stdout: 'on\n' })
    expect(ran.usage.memoryKills).toBeGreaterThan(0)
  })

  it('processes: a fork bomb is bounded and gone', async () => {
    const ran = await runInside(sh('f() { f | f & }; f; sleep 1; exit 3'), {
      request: { limits: { memoryBytes: 256 * megabyte, processes: 40, cpuMs: 60_000 } },
      wallTimeMs: 5000,
    })
    expect(ran.usage.processRefusals).toBeGreaterThan(0)
  })

  it('output: a flood is cut and the writer ended', async () => {
    const ran = await runInside(sh('yes | head -c 1000000000'), { outputBytes: 16 * megabyte })
    expect(ran.stopped).toBe('outputBytes')
    expect(ran.bytes).toBeLessThan(200 * megabyte)
  })

  it('time: a program that ignores INT and TERM is gone, with what it started', async () => {
    const folders = makeFolders()
    const script = `trap "" INT TERM; (setsid env -i /bin/sh -c 'trap "" INT TERM; while :; do echo . >> ${join(folders.mirrorFolder, 'beat')}; sleep 0.05; done' &); while :; do sleep 1; done`
    const opened = await openBox(backend, folders)
    const ran = await runIn(opened, sh(script), { wallTimeMs: 500 })
    expect(ran).toMatchObject({ stopped: 'wallTimeMs', code: null, signal: 'SIGKILL' })
    const size = statSync(join(folders.mirrorFolder, 'beat')).size
    await delay(300)
    expect(statSync(join(folders.mirrorFolder, 'beat')).size).toBe(size)
    // The box goes on, in another container.
    expect(await runIn(opened, sh('echo again'))).toMatchObject({ code: 0, stdout: 'again\n' })
    await opened.box.close()
  })

  it('lifetime: a daemon that a command leaves is counted and gone', async () => {
    const folders = makeFolders()
    const opened = await openBox(backend, folders)
    const script = `(setsid env -i /bin/sh -c 'while :; do echo . >> ${join(folders.mirrorFolder, 'beat')}; sleep 0.05; done' </dev/null >/dev/null 2>&1 &); until [ -s beat ]; do sleep 0.02; done; echo done`
    const ran = await runIn(opened, sh(script))
    expect(ran).toMatchObject({ code: 0, stdout: 'done\n' })
    expect(ran.survivors).toBeGreaterThan(0)
    const size = statSync(join(folders.mirrorFolder, 'beat')).size
    await delay(300)
    expect(statSync(join(folders.mirrorFolder, 'beat')).size).toBe(size)
    await opened.box.close()
  })

  it('processor time of each process', async () => {
    const ran = await runInside(['python3', '-c', 'while True: pass'], {
      request: { limits: { memoryBytes: 256 * megabyte, processes: 40, cpuMs: 1000 } },
    })
    expect([137, 152]).toContain(ran.code)
    expect(ran.usage.cpuMs).toBeGreaterThan(500)
  })
})
