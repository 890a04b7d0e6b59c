import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { living, nodeInvocation, shellInvocation, start, until } from './helpers'

describe('limits held by the executor', () => {
  it('ends the tree at the wall time and says so once', async () => {
    const started = await start(shellInvocation('sleep 60 & sleep 60'), { wallTimeMs: 300 })
    const exit = await started.process.exited
    expect(exit.signal).toBe('SIGINT')
    expect(started.limits).toEqual(['wallTimeMs 300 true'])
    expect(await living(started.token)).toBe(0)
  })

  it('ends the tree at the output ceiling, however it is printed, and delivers nothing beyond it', async () => {
    const endless =
      'const x = "y".repeat(999) + "\\n"; (function f() { while (process.stdout.write(x)); process.stdout.once("drain", f) })()'
    const started = await start(nodeInvocation(endless), { outputBytes: 100_000 })
    await started.process.exited
    expect(started.limits).toEqual(['outputBytes 100000 true'])
    expect(started.lines.length).toBe(100)
  })

  it('counts standard error and text without line ends, too', async () => {
    const started = await start(
      shellInvocation('head -c 60000 /dev/zero; head -c 60000 /dev/zero >&2; sleep 60'),
      {
        outputBytes: 100_000,
      },
    )
    await started.process.exited
    expect(started.limits).toEqual(['outputBytes 100000 true'])
    expect(started.lines.join('').length + started.stderr.join('').length).toBeLessThanOrEqual(100_000)
  })

  it('lets a process that stays below them alone, and reaches none after its end', async () => {
    const started = await start(shellInvocation('echo 1234'), { wallTimeMs: 2000, outputBytes: 5 })
    expect(await started.process.exited).toMatchObject({ code: 0 })
    await delay(20)
    expect(started.limits).toEqual([])
    expect(started.lines).toEqual(['1234'])
  })

  it('takes a wall time longer than a timer can hold', async () => {
    const started = await start(shellInvocation('sleep 0.2; echo done'), { wallTimeMs: 10 ** 12 })
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.lines).toEqual(['done'])
  })
})

describe('back-pressure', () => {
  const counter = (total: number): string =>
    `let n = 0; (function f() { while (n < ${total}) if (!process.stdout.write(n++ + " ".repeat(990) + "\\n")) return process.stdout.once("drain", f) })()`

  it('blocks the writer while paused, then delivers every line in order, before the exit is told', async () => {
    const total = 20_000
    const started = await start(nodeInvocation(`${counter(total)}; process.stdout.on("finish", () => 0)`))
    started.process.pause()
    await delay(300)
    expect(started.lines).toEqual([])
    let told = false
    void started.process.exited.then(() => {
      told = true
    })
    started.process.resume()
    await until(() => started.lines.length > 100, 'the first lines')
    started.process.pause()
    const held = started.lines.length
    await delay(300)
    expect(started.lines.length).toBe(held)
    expect(await living(started.token)).toBe(1)
    expect(told).toBe(false)
    started.process.resume()
    await started.process.exited
    expect(started.lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: total }, (_, index) => index),
    )
  })

  it('holds what is left back when the process ends while paused', async () => {
    const started = await start(shellInvocation('echo a; echo b'), {}, (line) => {
      if (line === 'a') started.process.pause()
    })
    await until(async () => (await living(started.token)) === 0, 'the end of the process')
    await delay(800)
    expect(started.lines).toEqual(['a'])
    started.process.resume()
    await started.process.exited
    expect(started.lines).toEqual(['a', 'b'])
  })
})
