import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endRunProcesses, findRunProcesses } from '../../../src/main/process'
import { endNewest } from '../../../src/main/process/newest-process'
import { descendantsOf, readFolder, readProcessTable } from '../../../src/main/process/process-table'
import { temporaryFolder } from '../../support/repository'
import { living, settled, shellInvocation, start, until } from './helpers'

// A daemon as the books have it: fork, new session, fork again; its output is not ours.
const daemon =
  'setsid sh -c "sh -c \\"trap : INT TERM; sleep 60; sleep 60\\" & exit" >/dev/null 2>&1 </dev/null &'

const marksOf = (token: string) => ({ variables: new Set([`GLOVEBOX_RUN=${token}`]), folder: null })

describe('survivors (Linux)', () => {
  it('ends and counts a daemon that was left behind by a normal exit', async () => {
    const started = await start(shellInvocation(`${daemon} sleep 0.3; echo done`))
    await until(async () => (await living(started.token)) >= 2, 'the daemon')
    const exit = await started.process.exited
    expect(exit.code).toBe(0)
    expect(exit.survivors).toBeGreaterThanOrEqual(1)
    expect(await living(started.token)).toBe(0)
  })

  it('ends and counts a background child of the same group that holds the output open', async () => {
    const started = await start(shellInvocation('sleep 60 & echo done'))
    const exit = await started.process.exited
    expect(exit).toMatchObject({ code: 0, survivors: 1 })
    expect(started.lines).toEqual(['done'])
    expect(await living(started.token)).toBe(0)
  })

  it('ends a daemon on cancel', async () => {
    const started = await start(shellInvocation(`${daemon} echo up; sleep 60`))
    await until(async () => (await living(started.token)) >= 3, 'the daemon')
    await started.process.cancel()
    expect(await living(started.token)).toBe(0)
    expect((await started.process.exited).survivors).toBeGreaterThanOrEqual(1)
  })

  it('ends a child in a session of its own that wiped its environment, found by its parent', async () => {
    const started = await start(
      shellInvocation('env -i /usr/bin/setsid /bin/sh -c "echo $$; exec sleep 60" & wait'),
    )
    await until(() => started.lines.length === 1, 'the child')
    const [hidden] = descendantsOf(started.process.pid, await readProcessTable())
    expect(await living(started.token)).toBe(1)
    await started.process.cancel()
    const left = (await readProcessTable()).map(({ identity }) => identity)
    expect(hidden === undefined || left.includes(hidden.identity)).toBe(false)
  })

  it('ends what wiped its environment in a session of its own and outlived the program, seen while its parent ran', async () => {
    const started = await start(
      shellInvocation(
        'env -i /usr/bin/setsid /bin/sh -c "cd /; echo up; exec sleep 60" & sleep 1.5; echo done; exit 0',
      ),
    )
    await until(() => started.lines.length === 1, 'the child')
    const [hidden] = (await readProcessTable()).filter(
      ({ parent, session, pid }) => parent === started.process.pid && session === pid,
    )
    expect(hidden).toBeDefined()
    expect(await started.process.exited).toMatchObject({ code: 0, survivors: 1, mayHaveLeft: false })
    expect((await readProcessTable()).some(({ identity }) => identity === hidden?.identity)).toBe(false)
  })

  it('ends what wiped its environment and forked twice, found by the folder it works in', async () => {
    const folder = temporaryFolder()
    const command =
      'env -i /usr/bin/setsid /bin/sh -c "/bin/sleep 60 & exit 0" >/dev/null 2>&1 </dev/null; sleep 0.1; echo done'
    const started = await start(shellInvocation(command, { folder }), {}, undefined, folder)
    expect(await started.process.exited).toMatchObject({ code: 0, survivors: 1, mayHaveLeft: false })
    const folders = await Promise.all((await readProcessTable()).map(({ pid }) => readFolder(pid)))
    expect(folders).not.toContain(folder)
  })

  it('ends a chain of processes each of which forks, ends, and leaves its group', async () => {
    const folder = temporaryFolder()
    // Should it get away, it ends by itself once the folder is gone.
    const chain = 'use POSIX; while (-e $ARGV[0]) { my $p = fork(); exit if $p; POSIX::setsid() }'
    const started = await start(
      shellInvocation(`perl -e '${chain}' ${folder} >/dev/null 2>&1 </dev/null & sleep 0.3; echo done`),
    )
    const exit = await started.process.exited
    expect(exit.survivors).toBeGreaterThanOrEqual(1)
    expect(exit.mayHaveLeft).toBe(false)
    let seen = 0
    for (let look = 0; look < 30; look += 1) seen += endNewest(marksOf(started.token)).size
    expect(seen).toBe(0)
  })

  it('leaves processes of other runs alone', async () => {
    const other = await start(shellInvocation('echo up; sleep 60'))
    await until(() => other.lines.length === 1, 'the other run')
    const started = await start(shellInvocation('echo done'))
    await started.process.exited
    expect(await living(other.token)).toBeGreaterThan(0)
    await other.process.cancel()
  })
})

describe('endRunProcesses', () => {
  it('ends what a main process that was killed has left behind', async () => {
    // Stands for main: starts an agent as the executor does, then is killed before it can clean up.
    const token = randomUUID()
    const main = spawn(
      process.execPath,
      [
        '-e',
        `require("node:child_process").spawn("/bin/sh", ["-c", ${JSON.stringify(`${daemon} sleep 60`)}],
          { detached: true, env: { PATH: process.env.PATH, GLOVEBOX_RUN: ${JSON.stringify(token)} } }); setInterval(() => 0, 1000)`,
      ],
      { stdio: 'ignore' },
    )
    await until(async () => (await settled(token)) >= 3, 'agent and daemon')
    main.kill('SIGKILL')
    await until(() => main.signalCode !== null, 'the end of main')
    const found = await findRunProcesses([randomUUID(), token])
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(new Set(found.map((entry) => entry.token))).toEqual(new Set([token]))
    expect(await endRunProcesses([token])).toBeGreaterThanOrEqual(found.length)
    expect(await findRunProcesses([token])).toEqual([])
  })

  it('ends a tree that goes on forking', async () => {
    const token = randomUUID()
    const forking = spawn(
      '/bin/sh',
      ['-c', 'f() { sleep 0.05; f & }; for i in 1 2 3; do f & done; wait; sleep 5'],
      {
        stdio: 'ignore',
        detached: true,
        env: { PATH: process.env['PATH'] ?? '', GLOVEBOX_RUN: token },
      },
    )
    await until(async () => (await living(token)) >= 4, 'the forks')
    expect(await endRunProcesses([token])).toBeGreaterThanOrEqual(4)
    expect(await living(token)).toBe(0)
    await until(() => forking.signalCode !== null, 'the end')
  })

  it('does nothing without tokens, and a token that is the start of another is not the other', async () => {
    const started = await start(shellInvocation('echo up; sleep 60'))
    await until(() => started.lines.length === 1, 'the process')
    expect(await endRunProcesses([])).toBe(0)
    expect(await endRunProcesses([started.token.slice(0, -1), ''])).toBe(0)
    expect(await living(started.token)).toBeGreaterThan(0)
    await started.process.cancel()
  })
})
