import { describe, expect, it } from 'vitest'
import { living, nodeInvocation, shellInvocation, start, until } from './helpers'

const stubborn =
  'for (const s of ["SIGINT", "SIGTERM"]) process.on(s, () => console.log(s)); console.log("up"); setInterval(() => 0, 1000)'

describe('cancel', () => {
  it('asks with INT first and lets the process finish its stream', async () => {
    const polite =
      'process.on("SIGINT", () => { console.log("result"); process.exit(130) }); console.log("up"); setInterval(() => 0, 1000)'
    const started = await start(nodeInvocation(polite))
    await until(() => started.lines.length === 1, 'the process')
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ code: 130, signal: null, survivors: 0 })
    expect(started.lines).toEqual(['up', 'result'])
  })

  it('goes on to TERM, then to KILL', async () => {
    const started = await start(nodeInvocation(stubborn))
    await until(() => started.lines.length === 1, 'the process')
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(started.lines).toEqual(['up', 'SIGINT', 'SIGTERM'])
    expect(await living(started.token)).toBe(0)
  })

  it('ends a process that is stopped', async () => {
    const started = await start(shellInvocation('echo up; kill -STOP $$'))
    await until(() => started.lines.length === 1, 'the process')
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ signal: 'SIGKILL' })
  })

  it('ends children of its group that ignore INT and TERM', async () => {
    const started = await start(shellInvocation('(trap "" INT TERM; sleep 60; sleep 60) & echo up; wait'))
    await until(() => started.lines.length === 1, 'the process')
    await started.process.cancel()
    expect((await started.process.exited).survivors).toBeGreaterThan(0)
    expect(await living(started.token)).toBe(0)
  })

  it('resolves only when nothing is left, while output is still held back', async () => {
    const started = await start(nodeInvocation(stubborn), {}, (line) => {
      if (line === 'up') started.process.pause()
    })
    await until(() => started.lines.length === 1, 'the process')
    await started.process.cancel()
    expect(await living(started.token)).toBe(0)
    started.process.resume()
    await started.process.exited
  })

  it('asks the program that a holder holds, not the holder, which would end it at once', async () => {
    // As bubblewrap does it: a process that waits for a session of its own, in which the program is.
    const program =
      'process.on("SIGINT", () => { console.log("result"); process.exit(130) }); console.log("up"); setInterval(() => 0, 1000)'
    const holder = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { detached: true, stdio: 'inherit' }).on('exit', (code) => process.exit(code))`
    const started = await start(nodeInvocation(holder, { holder: true }))
    await until(() => started.lines.length === 1, 'the program')
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ code: 130, signal: null, survivors: 0 })
    expect(started.lines).toEqual(['up', 'result'])
  })

  it('is the same when asked twice, and nothing after the end', async () => {
    const started = await start(nodeInvocation(stubborn))
    await until(() => started.lines.length === 1, 'the process')
    const [first, second] = [started.process.cancel(), started.process.cancel()]
    expect(second).toBe(first)
    await first
    await started.process.exited
    expect(started.lines).toEqual(['up', 'SIGINT', 'SIGTERM'])

    const ended = await start(shellInvocation('exit 4'))
    await ended.process.exited
    await ended.process.cancel()
    expect(await ended.process.exited).toMatchObject({ code: 4, signal: null })
  })
})
