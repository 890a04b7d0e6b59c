import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  createStartProcess,
  environmentFor,
  identifyExecutable,
  type ProcessExit,
  sameInvocation,
} from '../../../src/main/process'
import type { AgentEvent } from '../../../src/main/runtimes'
import { defaultAgentSettings, defaultLimits } from '../../../src/shared'
import { boxRequest, makeFolders, testBackend, toolOf } from '../../support/box'
import { agentPath, allCapabilities, runtime } from '../runtimes/agent'

const startProcess = createStartProcess({
  now: () => performance.now(),
  grace: { interruptMs: 4000, terminateMs: 500 },
})

/** Plays a scenario inside bubblewrap as the broker would, on a mirror with these files. */
async function play(
  scenario: string,
  files: Readonly<Record<string, string>>,
  cancelAt: number | null = null,
) {
  const folders = makeFolders()
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folders.mirrorFolder, name), content)
  const executable = await identifyExecutable(process.execPath)
  if (!executable.ok) throw new Error(executable.error.message)
  const input = {
    executable: executable.value,
    prompt: 'Improve this.',
    variant: scenario,
    capabilities: allCapabilities,
    limits: defaultLimits,
    ...folders,
    signIn: { type: 'none' as const },
    settings: defaultAgentSettings,
    outputSchema: null,
    conversation: null,
    box: { variables: {} },
    environment: environmentFor(process.env),
  }
  const backend = testBackend()
  const request = boxRequest(folders, { limits: { memoryBytes: 1024 ** 3, processes: 128, cpuMs: 60_000 } })
  const opened = await backend.open(await toolOf(backend), request)
  if (!opened.ok) throw new Error(opened.error.message)
  const invocation = { ...runtime.buildInvocation(input), reads: [dirname(agentPath)] }
  const [one, two] = await Promise.all([opened.value.wrap(invocation), opened.value.wrap(invocation)])
  if (!one.ok || !two.ok) throw new Error(one.ok ? 'not wrapped' : one.error.message)
  expect(sameInvocation(one.value, two.value)).toBe(true)

  const parser = runtime.createParser()
  const events: AgentEvent[] = []
  let stderr = ''
  const started = await startProcess(one.value, {
    runToken: request.token,
    limits: { wallTimeMs: 60_000, outputBytes: 64 * 1024 * 1024, idleTimeMs: 60_000 },
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
    for (let round = 0; round < 2000 && events.length < cancelAt; round += 1) await delay(10)
    await started.value.cancel()
  }
  const exit: ProcessExit = await started.value.exited
  await opened.value.close()
  return { folders, events, stderr, exit }
}

describe('the rehearsal agent in a box', () => {
  it('reads, edits and runs commands, and its files are the mirror’s', async () => {
    const played = await play('careful', { 'readme.md': '# Sample\n', 'a.js': 'export const a = 1\n' })
    expect(played).toMatchObject({ exit: { code: 0, survivors: 0 }, stderr: '' })
    const types = new Set(played.events.map(({ type }) => type))
    expect([...types]).toEqual(
      expect.arrayContaining(['response.finished', 'tool.called', 'tool.finished', 'final']),
    )
    expect(readFileSync(join(played.folders.mirrorFolder, 'GLOVEBOX-SURVEY.md'), 'utf8')).toContain(
      '# Survey',
    )
  })

  it('is cancelled by INT to itself and closes its stream', async () => {
    const played = await play('careful', { 'readme.md': '# Sample\n' }, 3)
    expect(played.exit.survivors).toBe(0)
    expect(played.exit.signal).toBeNull()
    expect(played.events.length).toBeGreaterThanOrEqual(3)
  })
})
