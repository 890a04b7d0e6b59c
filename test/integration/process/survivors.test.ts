import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endRunProcesses, findRunProcesses } from '../../../src/main/process'
import { descendantsOf, readProcessTable } from '../../../src/main/process/process-table'
import { living, settled, shellInvocation, start, until } from './helpers'

// A daemon as the books have it: fork, new session, fork again; its output is not ours.
const daemon =
  'setsid sh -c "sh -c \\"trap : INT TERM; sleep 60; sleep 60\\" & exit" >/dev/null 2>&1 </dev/null &'

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
