import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sameInvocation } from '../../../src/main/process'
import { boxRequest, command, makeFolders, megabyte, runInside, testBackend, toolOf } from '../../support/box'

const sh = (script: string): readonly string[] => ['sh', '-c', script]

describe('a box of bubblewrap', () => {
  it('runs a program in the mirror, which belongs to the caller afterwards', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.mirrorFolder, 'in'), 'from outside\n')
    const ran = await runInside(folders, sh('pwd; cat in; echo written > out; id -u'))
    expect(ran).toMatchObject({ code: 0, stderr: '', survivors: 0 })
    const uid = process.getuid?.() === 0 ? 1000 : process.getuid?.()
    expect(ran.stdout).toBe(`${folders.mirrorFolder}\nfrom outside\n${uid}\n`)
    expect(readFileSync(join(folders.mirrorFolder, 'out'), 'utf8')).toBe('written\n')
    expect(statSync(join(folders.mirrorFolder, 'out')).uid).toBe(process.getuid?.())
  })

  it('has its home writable, its control folder not, and nothing else', async () => {
    const folders = makeFolders()
    const script = `for p in ${folders.homeFolder} ${folders.controlFolder} / /usr /etc /var /run /home /dev /proc /tmp /dev/shm; do ( : > $p/x ) 2>/dev/null && echo $p; done; true`
    const ran = await runInside(folders, sh(script))
    expect(ran.stdout.trim().split('\n')).toEqual([folders.homeFolder, '/tmp', '/dev/shm'])
  })

  it('gives the program its own variables and nothing of ours', async () => {
    const ran = await runInside(
      makeFolders(),
      sh('env | sort; cat /proc/1/environ /proc/1/cmdline; ls -A /proc/1'),
      {
        invocation: { environment: { PATH: '/usr/bin:/bin', GIVEN: 'yes' } },
      },
    )
    const names = ran.stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
    expect(names).toEqual(['GIVEN', 'HOME', 'LOGNAME', 'PATH', 'PWD', 'TMPDIR', 'USER'])
    expect(ran.stderr.match(/No such file/g)).toHaveLength(2)
  })

  it.each([7, 127, 143, 137])('passes exit code %i on', async (code) => {
    expect((await runInside(makeFolders(), sh(`exit ${code}`))).code).toBe(code)
  })

  it('reads what a program needs besides, and nothing written inside says what that is', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.outside, 'tool'), '#!/bin/sh\ncat "$1"\n', { mode: 0o755 })
    writeFileSync(join(folders.outside, 'data'), 'needed\n')
    const tool = join(folders.outside, 'tool')
    const data = join(folders.outside, 'data')
    const without = await runInside(folders, [tool, data])
    expect(without.stdout).toBe('')
    const ran = await runInside(folders, [tool, data], { invocation: { reads: [data] } })
    expect(ran).toMatchObject({ code: 0, stdout: 'needed\n' })
    writeFileSync(join(folders.mirrorFolder, 'trap'), `#!${data}\n`, { mode: 0o755 })
    const trapped = await runInside(folders, sh(`./trap; cat ${data}`))
    expect(trapped.stdout).toBe('')
    const asProgram = await runInside(folders, [join(folders.mirrorFolder, 'trap')])
    expect(asProgram.stderr).not.toContain('needed')
    expect(asProgram.code).not.toBe(0)
  })

  it('builds the same start from the same invocation (I6)', async () => {
    const backend = testBackend()
    const folders = makeFolders()
    const opened = await backend.open(await toolOf(backend), boxRequest(folders))
    if (!opened.ok) throw new Error(opened.error.message)
    const [one, two, other] = await Promise.all(
      ['a', 'a', 'b'].map((text) =>
        opened.value.wrap(command(folders, ['/bin/echo'], { environment: { TEXT: text } })),
      ),
    )
    if (!one?.ok || !two?.ok || !other?.ok) throw new Error('not wrapped')
    expect(sameInvocation(one.value, two.value)).toBe(true)
    expect(sameInvocation(one.value, other.value)).toBe(false)
    await opened.value.close()
    expect(await opened.value.wrap(command(folders, ['/bin/echo']))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.closed' },
    })
  })

  it('lets the tools of a developer work', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.mirrorFolder, 'package.json'), '{"scripts":{"check":"node check.js"}}')
    writeFileSync(
      join(folders.mirrorFolder, 'check.js'),
      'const os = require("node:os"); console.log(os.userInfo().username, os.tmpdir(), typeof WebAssembly, os.networkInterfaces().lo?.length > 0)',
    )
    const script = [
      'git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m first && git log --oneline | wc -l',
      `"${process.execPath}" check.js`,
      'python3 -c "import tempfile; print(tempfile.gettempdir())"',
      'mktemp -d > /dev/null && echo made',
      'echo x | sort | tee /dev/stderr 2>/dev/null',
      'date +%Z > /dev/null && getent passwd agent | cut -d: -f1',
    ].join(' && ')
    const ran = await runInside(folders, sh(script), {
      invocation: { reads: [process.execPath] },
      request: { limits: { memoryBytes: 1024 * megabyte, processes: 64, cpuMs: 20_000 } },
    })
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe('1\nagent /tmp object true\n/tmp\nmade\nx\nagent\n'.replace('function', 'object'))
  })
})
