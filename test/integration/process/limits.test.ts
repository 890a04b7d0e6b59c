import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Invocation } from '../../../src/main/process'
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

  it('ends a tree that prints nothing for too long, and only that', async () => {
    const silent = await start(shellInvocation('echo here; sleep 60'), { idleTimeMs: 400 })
    await silent.process.exited
    expect(silent.limits).toEqual(['idleTimeMs 400 true'])
    expect(silent.lines).toEqual(['here'])
    const slow = await start(shellInvocation('for i in 1 2 3 4 5 6; do sleep 0.2; echo $i; done'), {
      idleTimeMs: 1500,
    })
    expect(await slow.process.exited).toMatchObject({ code: 0 })
    expect(slow.limits).toEqual([])
  })

  it('does not count the time in which delivery is paused', async () => {
    const started = await start(shellInvocation('echo one; read line; echo two'), { idleTimeMs: 600 })
    await until(() => started.lines.length === 1, 'the first line')
    started.process.pause()
    await delay(900)
    started.process.resume()
    started.process.writeLine('go on')
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.limits).toEqual([])
  })

  it('bounds a line of a hundred megabytes: it is delivered cut, and memory stays bounded', async () => {
    const before = process.memoryUsage().rss
    const started = await start(
      shellInvocation('head -c 104857600 /dev/zero | tr "\\0" x; echo; echo after'),
      { outputBytes: 200 * 1024 * 1024 },
    )
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.lines.length).toBe(2)
    expect(started.lines[0]).toMatch(/x \u2026 \[line cut by Glovebox\]$/)
    expect(started.lines[0]?.length).toBeLessThan(10 * 1024 * 1024)
    expect(started.lines[1]).toBe('after')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('takes a wall time longer than a timer can hold', async () => {
    const started = await start(shellInvocation('sleep 0.2; echo done'), { wallTimeMs: 10 ** 12 })
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.lines).toEqual(['done'])
  })
})

describe('back-pressure', () => {
  /** Prints lines of a kilobyte, each with its number, and keeps in a file how many were written. */
  const counting = (total: number, file: string): string =>
    `const fs = require("node:fs")
     for (let n = 0; n < ${total}; n++) {
       fs.writeSync(1, n + " ".repeat(1000) + "\\n")
       if (n % 100 === 0) fs.writeFileSync(${JSON.stringify(file)}, String(n))
     }`
  const blockingOutput = (script: string): Invocation =>
    // A pipe that blocks its writer, as a program in C has it.
    shellInvocation('', { args: ['-c', '"$0" -e "$1" | cat', process.execPath, script] })

  it('blocks the writer while paused, then delivers every line in order, before the exit is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glovebox-pressure-'))
    const progress = join(folder, 'progress')
    const written = (): number => Number(readFileSync(progress, 'utf8'))
    const total = 30_000
    const started = await start(blockingOutput(counting(total, progress)))
    await until(() => started.lines.length > 100, 'the first lines')
    started.process.pause()
    const held = started.lines.length
    let told = false
    void started.process.exited.then(() => {
      told = true
    })
    let before = -1
    await until(async () => {
      const still = existsSync(progress) && written() === before
      before = existsSync(progress) ? written() : -1
      await delay(200)
      return still
    }, 'a writer that stands still')
    expect(written()).toBeLessThan(total / 2)
    expect([started.lines.length, told]).toEqual([held, false])
    started.process.resume()
    await started.process.exited
    expect(started.lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: total }, (_, index) => index),
    )
    rmSync(folder, { recursive: true })
  })

  const long = 'head -c 150000 /dev/zero | tr "\\0" x | fold -w 999; echo; echo last'

  it('holds back what is left when the process ends while paused', async () => {
    const started = await start(shellInvocation(long), {}, () => {
      if (started.lines.length === 1) started.process.pause()
    })
    await until(async () => (await living(started.token)) === 0, 'the end of the process')
    await delay(1000)
    expect(started.lines.length).toBe(1)
    started.process.resume()
    await started.process.exited
    expect([started.lines.length, started.lines.at(-1)]).toEqual([152, 'last'])
  })

  it('loses nothing when it is paused after the process has ended', async () => {
    const started = await start(shellInvocation(long), {}, () => {
      // A busy main loop: the process ends meanwhile, with most of its output unread.
      if (started.lines.length === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      if (started.lines.length === 70) started.process.pause()
    })
    await until(() => started.lines.length === 70, 'the pause')
    await delay(2000)
    expect(started.lines.length).toBe(70)
    started.process.resume()
    await started.process.exited
    expect([started.lines.length, started.lines.at(-1)]).toEqual([152, 'last'])
  })
})
