import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcess } from '../../../src/main/process'
import { nodeInvocation, shellInvocation, start, until } from './helpers'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glovebox-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('startProcess', () => {
  it('delivers lines, standard error, the exit code and nothing twice', async () => {
    const started = await start(shellInvocation('echo one; echo oops >&2; printf "two\\r\\nlast"; exit 3'))
    const exit = await started.process.exited
    expect(started.lines).toEqual(['one', 'two', 'last'])
    expect(started.stderr.join('')).toBe('oops\n')
    expect(exit).toMatchObject({ code: 3, signal: null, survivors: 0 })
  })

  it('passes arguments as they are and no variable but those listed', async () => {
    const script =
      'console.log(JSON.stringify([process.argv.slice(1), Object.keys(process.env).sort(), process.cwd()]))'
    const args = ['-e', script, '--', '$(touch x)', 'a b', '"; rm -rf .', '*', '']
    process.env['GLOVEBOX_TEST_SECRET'] = 'must not be inherited'
    const started = await start(nodeInvocation('', { args, environment: { A: '1' }, folder }))
    await started.process.exited
    delete process.env['GLOVEBOX_TEST_SECRET']
    expect(JSON.parse(started.lines[0] ?? '')).toEqual([args.slice(3), ['A', 'GLOVEBOX_RUN'], folder])
  })

  it('is the leader of a process group of its own', async () => {
    const started = await start(shellInvocation('cut -d" " -f5 /proc/self/stat; sleep 0'))
    await started.process.exited
    expect(started.lines).toEqual([String(started.process.pid)])
  })

  it('writes the input, then keeps standard input open until it is ended', async () => {
    const started = await start(nodeInvocation('', { executable: '/bin/cat', args: [], input: 'prompt\n' }))
    await until(() => started.lines.length === 1, 'the input')
    started.process.writeLine('more')
    await until(() => started.lines.length === 2, 'the line written')
    started.process.endInput()
    expect(await started.process.exited).toMatchObject({ code: 0 })
    started.process.writeLine('too late')
    started.process.endInput()
    expect(started.lines).toEqual(['prompt', 'more'])
  })

  it('survives a child that closes its input while we write', async () => {
    const started = await start(shellInvocation('exec 0<&-; echo closed; sleep 0.3; echo still here'))
    await until(() => started.lines.length === 1, 'the first line')
    for (let count = 0; count < 100; count += 1) started.process.writeLine('x'.repeat(10_000))
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.lines).toEqual(['closed', 'still here'])
  })

  it('waits for a child that closed its output but lives', async () => {
    const started = await start(shellInvocation('echo bye; exec 1>&- 2>&-; sleep 0.3; exit 5'))
    expect(await started.process.exited).toMatchObject({ code: 5 })
    expect(started.lines).toEqual(['bye'])
  })

  it('reports the signal that ended the process', async () => {
    const started = await start(shellInvocation('kill -SEGV $$'))
    expect(await started.process.exited).toMatchObject({ code: null, signal: 'SIGSEGV' })
  })

  it('delivers a line of many megabytes whole', async () => {
    const started = await start(nodeInvocation('process.stdout.write("x".repeat(6e6) + "\\nend\\n")'))
    await started.process.exited
    expect(started.lines.map((line) => line.length)).toEqual([6_000_000, 3])
  })
})

describe('a process that cannot be started', () => {
  const limits = { wallTimeMs: 10_000, outputBytes: 1000, idleTimeMs: 10_000 }
  const handlers = { onLine: () => undefined, onStderr: () => undefined, onLimit: () => undefined }
  const failureOf = async (invocation: ReturnType<typeof nodeInvocation>) => {
    const result = await startProcess(invocation, { runToken: 'token', limits, handlers })
    if (result.ok) throw new Error('it was started')
    expect(result.error.code).toBe('runtime.start_failed')
    expect(result.error.message).toMatch(/^Not started: .*\.$/)
    return result.error.details['reason']
  }

  it('because it is not there', async () => {
    expect(await failureOf(nodeInvocation('', { executable: join(folder, 'missing') }))).toBe('not_found')
  })

  it('because its folder is not there', async () => {
    expect(await failureOf(nodeInvocation('', { folder: join(folder, 'missing') }))).toBe('folder_missing')
  })

  it('because it may not be run', async () => {
    const path = join(folder, 'not-executable')
    await writeFile(path, '#!/bin/sh\n')
    expect(await failureOf(nodeInvocation('', { executable: path }))).toBe('not_allowed')
    expect(await failureOf(nodeInvocation('', { executable: folder }))).toBe('not_allowed')
  })

  it('because its interpreter is not there', async () => {
    const path = join(folder, 'no-interpreter')
    await writeFile(path, '#!/no/such/interpreter\n')
    await chmod(path, 0o755)
    expect(await failureOf(nodeInvocation('', { executable: path }))).toBe('no_interpreter')
  })

  it('because its arguments are too large for the system', async () => {
    expect(await failureOf(nodeInvocation('', { args: ['x'.repeat(4 * 1024 * 1024)] }))).toBe('too_large')
  })

  it('because an argument or a variable holds a NUL', async () => {
    expect(await failureOf(nodeInvocation('', { args: ['a\0b'] }))).toBe('bad_argument')
    expect(await failureOf(nodeInvocation('', { environment: { A: 'a\0b' } }))).toBe('bad_argument')
  })
})
