import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { endCommands, endRunProcesses, runCommand } from '../../../src/main/process'
import { temporaryFolder } from '../../support/repository'
import { living, markedEnvironment, nodeInvocation, shellInvocation, until } from './helpers'

const generous = { timeoutMs: 30_000, maxOutputBytes: 512 * 1024 * 1024 }

describe('runCommand', () => {
  it('gives exit code, output and error text', async () => {
    expect(await runCommand(shellInvocation('printf out; printf err >&2; exit 7'), generous)).toEqual({
      ok: true,
      value: { code: 7, stdout: Buffer.from('out'), stderr: 'err' },
    })
  })

  it('feeds its input, closes it, and gives bytes back as they are', async () => {
    const input = Array.from({ length: 50_000 }, (_, index) => `path ${index}\0`).join('')
    const result = await runCommand(nodeInvocation('', { executable: '/bin/cat', args: [], input }), generous)
    expect(result.ok && result.value.stdout.equals(Buffer.from(input))).toBe(true)
    const bytes = await runCommand(shellInvocation('printf "\\377\\000\\012"'), generous)
    expect(bytes.ok && [...bytes.value.stdout]).toEqual([255, 0, 10])
  })

  it('does not wait for input where there is none', async () => {
    const result = await runCommand(nodeInvocation('', { executable: '/bin/cat', args: [] }), generous)
    expect(result.ok && result.value.code).toBe(0)
  })

  it('takes a hundred megabytes', async () => {
    const result = await runCommand(shellInvocation('head -c 100000000 /dev/zero'), generous)
    expect(result.ok && result.value.stdout.length).toBe(100_000_000)
  })

  it('ends a command that takes too long, with its group', async () => {
    const token = randomUUID()
    const result = await runCommand(
      shellInvocation('sleep 60 & sleep 60', { environment: markedEnvironment(token) }),
      { ...generous, timeoutMs: 200 },
    )
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'policy.limit_reached', details: { limit: 'wallTimeMs', ceiling: 200 } },
    })
    expect(await living(token)).toBe(0)
  })

  it('kills a command that ignores TERM', async () => {
    const stubborn =
      'process.on("SIGTERM", () => 0); console.log("x".repeat(2000)); setInterval(() => 0, 1000)'
    const token = randomUUID()
    const result = await runCommand(nodeInvocation(stubborn, { environment: markedEnvironment(token) }), {
      ...generous,
      maxOutputBytes: 1000,
    })
    expect(result).toMatchObject({ ok: false, error: { details: { limit: 'outputBytes' } } })
    expect(await living(token)).toBe(0)
  })

  it('ends a command that prints too much', async () => {
    const result = await runCommand(shellInvocation('cat /dev/zero'), { ...generous, maxOutputBytes: 1000 })
    expect(result).toMatchObject({ ok: false, error: { details: { limit: 'outputBytes', ceiling: 1000 } } })
  })

  it('is not held up by something that it left running with its output', async () => {
    const token = randomUUID()
    const result = await runCommand(
      shellInvocation('setsid sleep 60 & echo done', { environment: markedEnvironment(token) }),
      generous,
    )
    expect(result.ok && result.value.stdout.toString()).toBe('done\n')
    expect(await endRunProcesses([token])).toBe(1)
  })

  it('says why a command could not be started, or that a signal ended it', async () => {
    expect(await runCommand(nodeInvocation('', { executable: '/no/such/git' }), generous)).toMatchObject({
      ok: false,
      error: { code: 'runtime.start_failed', details: { reason: 'not_found' } },
    })
    const killed = await runCommand(shellInvocation('kill -KILL $$'), generous)
    expect(killed.ok && killed.value.code).toBeNull()
  })

  it('keeps the beginning of a long error text', async () => {
    const result = await runCommand(
      shellInvocation('echo first >&2; head -c 1000000 /dev/zero >&2'),
      generous,
    )
    expect(result.ok && [result.value.stderr.length, result.value.stderr.slice(0, 5)]).toEqual([
      65536,
      'first',
    ])
  })

  it('is ended when the app quits in order', async () => {
    const token = randomUUID()
    const running = runCommand(
      shellInvocation('sleep 60 & sleep 60', { environment: markedEnvironment(token) }),
      generous,
    )
    await until(async () => (await living(token)) === 3, 'the command')
    await endCommands()
    expect(await running).toMatchObject({ ok: false, error: { code: 'runtime.exited' } })
    expect(await living(token)).toBe(0)
    await endCommands()
  })

  it('is taken along by a main process that leaves in a hurry', async () => {
    const token = randomUUID()
    const outDir = temporaryFolder()
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: join(import.meta.dirname, 'leaving-child.ts'), outDir, emptyOutDir: false },
    })
    const main = spawn(process.execPath, [join(outDir, 'leaving-child.js'), token], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    await until(async () => (await living(token)) === 3, 'the command')
    main.stdin.write('leave')
    await until(() => main.exitCode === 0, 'the end of main')
    await until(async () => (await living(token)) === 0, 'the end of the command')
  })
})
