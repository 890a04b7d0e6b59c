import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  createStartProcess,
  findRunProcesses,
  type Invocation,
  runBounded,
  runCommand,
  sameInvocation,
  startProcess,
} from '../../../src/main/process'
import { accountHome, type BoxRequest, createFirejail } from '../../../src/main/sandbox'
import { boxRequest, command, makeFolders, megabyte, type TestFolders } from '../../support/box'

const backend = createFirejail({
  environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  runCommand,
  startProcess,
  caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  machine: process.arch,
  accountHome: accountHome(),
})

async function openBox(folders: TestFolders, more: Partial<BoxRequest> = {}) {
  const tool = await backend.locate()
  if (!tool.ok) throw new Error(`${tool.error.message} On Debian: apt-get install firejail`)
  const request = boxRequest(folders, more)
  const opened = await backend.open(tool.value, request)
  if (!opened.ok) throw new Error(opened.error.message)
  return { box: opened.value, request, tool: tool.value }
}

async function run(
  folders: TestFolders,
  args: readonly string[],
  { request = {}, invocation = {} }: { request?: Partial<BoxRequest>; invocation?: Partial<Invocation> } = {},
) {
  const { box, request: asked } = await openBox(folders, request)
  try {
    const wrapped = await box.wrap(command(folders, args, invocation))
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    const ran = await runBounded(wrapped.value, {
      runToken: asked.token,
      wallTimeMs: 120_000,
      outputBytes: 8 * megabyte,
      keepBytes: megabyte,
    })
    if (!ran.ok) throw new Error(ran.error.message)
    const text = ({ head, tail }: { head: Buffer; tail: Buffer }): string =>
      Buffer.concat([head, tail]).toString()
    return { ...ran.value, stdout: text(ran.value.stdout), stderr: text(ran.value.stderr) }
  } finally {
    await box.close()
  }
}

const sh = (script: string): readonly string[] => ['sh', '-c', script]

describe('a box of firejail', () => {
  it('runs a program in the mirror, which belongs to the caller afterwards', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.mirrorFolder, 'in'), 'from outside\n')
    const ran = await run(folders, sh('pwd; cat in; echo written > out'))
    expect(ran).toMatchObject({ code: 0, stderr: '', survivors: 0 })
    expect(ran.stdout).toBe(`${folders.mirrorFolder}\nfrom outside\n`)
    expect(readFileSync(join(folders.mirrorFolder, 'out'), 'utf8')).toBe('written\n')
    expect(statSync(join(folders.mirrorFolder, 'out')).uid).toBe(process.getuid?.())
  })

  it('shows nothing of the machine but its programs', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.outside, 'secret'), 'not for it')
    const script = `ls -A /home /root /srv /opt /mnt /media /var /run 2>/dev/null | grep -v -e '^/' -e '^$' -e firejail -e inputrc; cat ${folders.outside}/secret; ls -A ${folders.runFolder}; ls -A /tmp; ls -d /work /data 2>/dev/null && ls -A /work; cat /etc/hosts`
    const ran = await run(folders, sh(script))
    expect(ran.stdout).not.toContain('not for it')
    expect(
      ran.stdout.split('\n').filter((line) => ['control', 'home', 'mirror', 'outside'].includes(line)),
    ).toEqual(['control', 'home', 'mirror'])
    expect(ran.stdout).toContain('127.0.0.1 localhost box\n::1 localhost\n')
  })

  it('can write to the mirror, its home and memory of its own, and nothing of that gets out', async () => {
    const folders = makeFolders()
    const { controlFolder, homeFolder, mirrorFolder, runFolder } = folders
    const places = [
      controlFolder,
      homeFolder,
      mirrorFolder,
      runFolder,
      '/usr',
      '/etc',
      '/tmp',
      '/dev/shm',
      '/proc',
    ]
    const ran = await run(
      folders,
      sh(
        places
          .map((path) => `( : > ${path}/x ) 2>/dev/null && echo ${path}`)
          .concat('true')
          .join('; '),
      ),
    )
    const written = ran.stdout.trim().split('\n')
    expect(written).toEqual(expect.arrayContaining([homeFolder, mirrorFolder, '/tmp', '/dev/shm']))
    for (const path of [controlFolder, '/usr', '/etc', '/proc']) expect(written).not.toContain(path)
    const there = [controlFolder, homeFolder, mirrorFolder, runFolder].filter(
      (path) => statSync(join(path, 'x'), { throwIfNoEntry: false }) !== undefined,
    )
    expect(there).toEqual([homeFolder, mirrorFolder])
  })

  it('leaves a mirror that is only to be read as it is', async () => {
    const folders = makeFolders()
    const ran = await run(folders, sh('touch x || echo refused'), { request: { mirrorAccess: 'read' } })
    expect(ran.stdout).toBe('refused\n')
  })

  it('hands arguments and variables on as they are', async () => {
    const args = [
      "a'b",
      'a"b',
      'a\\b',
      '',
      'a\nb',
      '$HOME `id` !x *',
      'ü😀',
      'x'.repeat(20_000),
      ...Array.from({ length: 300 }, (_, index) => `${index}`),
    ]
    const ran = await run(makeFolders(), ['printf', '%s\\0', ...args], {})
    expect(ran.stdout.split('\0').slice(0, -1)).toEqual(args)
    const variables = { ODD: 'it\'s "a" $b\nc', PATH: '/usr/bin:/bin' }
    const seen = await run(makeFolders(), ['printenv', 'ODD'], { invocation: { environment: variables } })
    expect(seen.stdout).toBe(`${variables.ODD}\n`)
    const session = await run(makeFolders(), ['printenv', 'OVER'], {
      request: { variables: { OVER: 'the session’s' } },
      invocation: { environment: { PATH: '/usr/bin:/bin', OVER: 'the program’s' } },
    })
    expect(session.stdout).toBe('the session’s\n')
  })

  it.each([7, 127, 143, 137])('passes exit code %i on', async (code) => {
    expect((await run(makeFolders(), sh(`exit ${code}`))).code).toBe(code)
  })

  it('builds the same start from the same invocation (I6)', async () => {
    const folders = makeFolders()
    const { box } = await openBox(folders)
    const [one, two, other] = [
      await box.wrap(command(folders, ['/bin/echo', 'a'])),
      await box.wrap(command(folders, ['/bin/echo', 'a'])),
      await box.wrap(command(folders, ['/bin/echo', 'b'])),
    ]
    if (!one.ok || !two.ok || !other.ok) throw new Error('not wrapped')
    expect(sameInvocation(one.value, two.value)).toBe(true)
    expect(sameInvocation(one.value, other.value)).toBe(false)
    await box.close()
    expect(await box.wrap(command(folders, ['/bin/echo']))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.closed' },
    })
  })

  it('refuses what it can’t say to firejail, and what firejail would not take', async () => {
    const folders = makeFolders()
    const odd = join(folders.outside, 'a*b,c')
    mkdirSync(odd)
    const { box } = await openBox(folders, { readPaths: [odd] })
    expect(await box.wrap(command(folders, ['true']))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.bad_mount' },
    })
    await box.close()
    const { box: plain } = await openBox(folders)
    const long = await plain.wrap(command(folders, ['true'], { environment: { LONG: 'x'.repeat(5000) } }))
    expect(long).toMatchObject({ ok: false, error: { code: 'sandbox.start_failed' } })
    await plain.close()
  })

  it('refuses a mirror that became a link', async () => {
    const folders = makeFolders()
    const link = join(folders.runFolder, 'link')
    symlinkSync(folders.outside, link)
    const tool = await backend.locate()
    if (!tool.ok) throw new Error(tool.error.message)
    const opened = await backend.open(tool.value, boxRequest({ ...folders, mirrorFolder: link }))
    expect(opened).toMatchObject({ ok: false, error: { code: 'sandbox.bad_mount' } })
  })

  it('runs a program from elsewhere, by its link as well', async () => {
    const folders = makeFolders()
    const tool = join(folders.outside, 'tool')
    writeFileSync(tool, '#!/bin/sh\necho "run as $0"\n', { mode: 0o755 })
    symlinkSync(tool, join(folders.outside, 'linked'))
    expect((await run(folders, [tool])).stdout).toBe(`run as ${tool}\n`)
    expect((await run(folders, [join(folders.outside, 'linked')])).stdout).toContain('run as ')
  })

  it('shows a bridge at its source, and says so to what is put in front', async () => {
    const folders = makeFolders()
    const egress = realpathSync(mkdtempSync(join(tmpdir(), 'egress-')))
    const server = createServer((socket) => socket.end('answered\n'))
    await new Promise<void>((done) => server.listen(join(egress, 's'), done))
    writeFileSync(join(egress, 'front'), '#!/bin/sh\necho "front $1 $PLACE"; shift; exec "$@"\n', {
      mode: 0o755,
    })
    const ask =
      'import socket; s = socket.socket(socket.AF_UNIX); s.connect(__import__("os").environ["PLACE"] + "/s"); print(s.recv(100).decode(), end="")'
    const ran = await run(folders, ['python3', '-c', ask], {
      request: {
        bridges: [{ source: egress, target: '/run/glovebox', access: 'read' }],
        entry: ['/run/glovebox/front', '3128=/run/glovebox/s'],
        variables: { PLACE: '/run/glovebox' },
      },
    })
    server.close()
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe(`front 3128=${egress}/s ${egress}\nanswered\n`)
  })

  it('lets the tools of a developer work', async () => {
    const folders = makeFolders()
    const script = [
      'git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m first && git log --oneline | wc -l',
      `"${process.execPath}" -e 'const os = require("node:os"); console.log(os.userInfo().username !== "", os.tmpdir(), typeof WebAssembly)'`,
      'python3 -c "import tempfile; print(tempfile.gettempdir())"',
      'mktemp -d > /dev/null && echo made',
    ].join(' && ')
    const ran = await run(folders, sh(script), {
      invocation: { reads: [process.execPath] },
      request: { limits: { memoryBytes: 1024 * megabyte, processes: 64, cpuMs: 60_000 } },
    })
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe('1\ntrue /tmp object\n/tmp\nmade\n')
  })
})

describe('the end of a program in a box of firejail', () => {
  const startIt = createStartProcess({
    now: () => performance.now(),
    grace: { interruptMs: 20_000, terminateMs: 1000 },
  })

  async function start(script: string) {
    const folders = makeFolders()
    const { box, request } = await openBox(folders)
    const wrapped = await box.wrap(command(folders, ['python3', '-u', '-c', script]))
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    const lines: string[] = []
    const started = await startIt(wrapped.value, {
      runToken: request.token,
      limits: { wallTimeMs: 120_000, outputBytes: megabyte, idleTimeMs: 120_000 },
      handlers: {
        onLine: (line) => lines.push(line),
        onStderr: (text) => lines.push(text),
        onLimit: () => undefined,
      },
    })
    if (!started.ok) throw new Error(started.error.message)
    for (let round = 0; round < 3000 && lines.length === 0; round += 1) await delay(20)
    return { box, lines, process: started.value, token: request.token }
  }

  it('is asked of the program itself, which finishes its stream', async () => {
    const {
      box,
      lines,
      process: running,
    } = await start(
      'import signal,sys,time\ndef f(*a):\n  print("result"); sys.exit(130)\nsignal.signal(signal.SIGINT,f)\nprint("up")\nwhile True: time.sleep(1)',
    )
    await running.cancel()
    expect(lines).toEqual(['up', 'result'])
    expect((await running.exited).code).toBe(130)
    await box.close()
  })

  it('comes by force where it is not followed, and nothing is left', async () => {
    const folders = makeFolders()
    const { box, request } = await openBox(folders)
    const wrapped = await box.wrap(
      command(folders, [
        'python3',
        '-u',
        '-c',
        'import os,signal,time\nfor s in (2,15,1): signal.signal(s, signal.SIG_IGN)\nif os.fork() == 0:\n  os.setsid()\n  os.environ.clear()\nprint("up")\nwhile True: time.sleep(1)',
      ]),
    )
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    const stop = new AbortController()
    const ran = await runBounded(wrapped.value, {
      runToken: request.token,
      wallTimeMs: 120_000,
      outputBytes: megabyte,
      keepBytes: megabyte,
      signal: stop.signal,
      onOutput: () => stop.abort(),
    })
    expect(ran).toMatchObject({ ok: true, value: { stopped: 'asked' } })
    expect(await findRunProcesses([request.token])).toEqual([])
    await box.close()
  })
})
