import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  environmentFor,
  type Invocation,
  identifyExecutable,
  type ProcessExit,
  sameInvocation,
} from '../../../src/main/process'
import type { AgentEvent } from '../../../src/main/runtimes'
import { defaultAgentSettings, defaultLimits } from '../../../src/shared'
import { command, makeFolders, megabyte } from '../../support/box'
import { openBox, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'
import { agentPath, allCapabilities, runtime } from '../runtimes/agent'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(async () => {
  await engine.remove()
})

const limits = { wallTimeMs: 120_000, outputBytes: 64 * megabyte, idleTimeMs: 120_000 }

/** Plays a scenario inside docker as the broker would, on a mirror with these files. */
async function play(files: Readonly<Record<string, string>>, cancelAt: number | null = null) {
  const folders = makeFolders()
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folders.mirrorFolder, name), content)
  const executable = await identifyExecutable(process.execPath)
  if (!executable.ok) throw new Error(executable.error.message)
  const { box, request } = await openBox(testDocker(engine), folders, {
    limits: { memoryBytes: 1024 ** 3, processes: 128, cpuMs: 60_000 },
  })
  const invocation = {
    ...runtime.buildInvocation({
      executable: executable.value,
      prompt: 'Improve this.',
      variant: 'careful',
      capabilities: allCapabilities,
      limits: defaultLimits,
      ...folders,
      signIn: { type: 'none' },
      settings: defaultAgentSettings,
      outputSchema: null,
      conversation: null,
      box: { variables: {} },
      environment: environmentFor(process.env),
    }),
    reads: [dirname(agentPath)],
  }
  const [one, two] = await Promise.all([box.wrap(invocation), box.wrap(invocation)])
  if (!one.ok || !two.ok) throw new Error(one.ok ? 'not wrapped' : one.error.message)
  expect(sameInvocation(one.value, two.value)).toBe(true)
  const parser = runtime.createParser()
  const events: AgentEvent[] = []
  let stderr = ''
  const started = await box.startProcess(one.value, {
    runToken: request.token,
    limits,
    handlers: {
      onLine: (line) => {
        for (const event of parser.line(line)) {
          events.push(event)
          if (event.type === 'response.finished' && runtime.acknowledgement !== null && started.ok)
            started.value.writeLine(runtime.acknowledgement)
        }
      },
      onStderr: (text) => {
        stderr += text
      },
      onLimit: () => undefined,
    },
  })
  if (!started.ok) throw new Error(started.error.message)
  if (cancelAt !== null) {
    for (let round = 0; round < 6000 && events.length < cancelAt; round += 1) await delay(10)
    await started.value.cancel()
  }
  const exit: ProcessExit = await started.value.exited
  await box.close()
  return { folders, events, stderr, exit, pid: started.value.pid }
}

describe('the rehearsal agent in docker', () => {
  it('reads, edits and runs commands, and its files are the mirror’s', async () => {
    const played = await play({ 'readme.md': '# Sample\n', 'a.js': 'export const a = 1\n' })
    expect(played).toMatchObject({ exit: { code: 0, survivors: 0 }, stderr: '' })
    expect(played.pid).toBeGreaterThan(0)
    const types = new Set(played.events.map(({ type }) => type))
    expect([...types]).toEqual(
      expect.arrayContaining(['response.finished', 'tool.called', 'tool.finished', 'final']),
    )
    expect(readFileSync(join(played.folders.mirrorFolder, 'GLOVEBOX-SURVEY.md'), 'utf8')).toContain(
      '# Survey',
    )
  })

  it('is cancelled by INT to itself and closes its stream', async () => {
    const played = await play({ 'readme.md': '# Sample\n' }, 3)
    expect(played.exit).toMatchObject({ survivors: 0, signal: null })
    expect(played.events.length).toBeGreaterThanOrEqual(3)
  })
})

/** Starts a command in a box; resolves once it has printed its first line. */
async function startInside(args: readonly string[], more: Partial<Invocation> = {}) {
  const opened = await openBox(testDocker(engine))
  const { box, folders, request } = opened
  const wrapped = await box.wrap(command(folders, args, more))
  if (!wrapped.ok) throw new Error(wrapped.error.message)
  const lines: string[] = []
  const started = await box.startProcess(wrapped.value, {
    runToken: request.token,
    limits,
    handlers: {
      onLine: (line) => lines.push(line),
      onStderr: (text) => lines.push(text),
      onLimit: () => undefined,
    },
  })
  if (!started.ok) throw new Error(started.error.message)
  for (let round = 0; round < 3000 && lines.length === 0; round += 1) await delay(10)
  return { process: started.value, lines, box }
}

describe('a program in docker', () => {
  it('is asked to end and finishes its stream', async () => {
    const started = await startInside([
      'python3',
      '-u',
      '-c',
      'import signal,sys,time\ndef f(*a):\n  print("result"); sys.exit(130)\nsignal.signal(signal.SIGINT,f)\nprint("up")\nwhile True: time.sleep(1)',
    ])
    expect(started.lines).toEqual(['up'])
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ code: 130, signal: null, survivors: 0 })
    expect(started.lines).toEqual(['up', 'result'])
    await started.box.close()
  })

  it('is ended by KILL where INT and TERM are ignored, with all that was started', async () => {
    const started = await startInside([
      'sh',
      '-c',
      'trap "" INT TERM; setsid sh -c "sleep 600" & (setsid sleep 600 &) ; echo up; while :; do sleep 1; done',
    ])
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ signal: 'SIGKILL' })
    await started.box.close()
  })

  it('gets its input and the end of it, line by line while it runs', async () => {
    const started = await startInside(
      ['sh', '-c', 'echo up; while read -r l; do echo "got $l"; done; echo end'],
      {
        input: 'first\n',
      },
    )
    started.process.writeLine('second')
    for (let round = 0; round < 1000 && started.lines.length < 3; round += 1) await delay(10)
    started.process.endInput()
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.lines).toEqual(['up', 'got first', 'got second', 'end'])
    await started.box.close()
  })

  it('waits while its reader does, and loses nothing', async () => {
    const started = await startInside([
      'sh',
      '-c',
      'echo up; i=0; while [ $i -lt 20000 ]; do echo "$i"; i=$((i+1)); done',
    ])
    started.process.pause()
    await delay(300)
    const paused = started.lines.length
    await delay(300)
    expect(started.lines.length).toBe(paused)
    started.process.resume()
    expect(await started.process.exited).toMatchObject({ code: 0 })
    expect(started.lines).toEqual(['up', ...Array.from({ length: 20_000 }, (_, index) => String(index))])
    await started.box.close()
  })

  it('can be cancelled while its reader waits', async () => {
    const started = await startInside(['sh', '-c', 'trap "" INT TERM; yes'])
    started.process.pause()
    await started.process.cancel()
    started.process.resume()
    expect(await started.process.exited).toMatchObject({ signal: 'SIGKILL' })
    await started.box.close()
  })

  it('ends with its box', async () => {
    const started = await startInside(['sh', '-c', 'echo up; sleep 600'])
    await started.box.close()
    expect(await started.process.exited).toMatchObject({ signal: 'SIGKILL' })
  })
})
