import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { findRunProcesses } from '../../../src/main/process'
import { agentPath, emptyMirror, only, play, remove, sampleMirror } from './agent'

const mirrors: string[] = []
const kept = (folder: string): string => {
  mirrors.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of mirrors.splice(0)) remove(folder)
})

/** Starts the agent by hand on a scenario of our own that runs a command for a minute. */
function startAgent(args: readonly string[] = []) {
  const mirror = kept(emptyMirror())
  const scenario = join(mirror, 'scenario.json')
  writeFileSync(
    scenario,
    JSON.stringify({ frames: [{ steps: [{ run: ['sleep', '60'] }] }, { steps: [{ say: 'never' }] }] }),
  )
  const token = randomUUID()
  const child = spawn(
    process.execPath,
    [
      agentPath,
      '--scenario-file',
      scenario,
      '--mirror',
      mirror,
      '--capabilities',
      'run_commands',
      '--pace',
      'fast',
      ...args,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env['PATH'] ?? '', GLOVEBOX_RUN: token } },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const runningCommand = async (): Promise<void> => {
    while ((await findRunProcesses([token])).length < 2 || !output.includes('tool_call')) await delay(10)
  }
  return { child, token, exited, runningCommand, output: () => output }
}

describe('the end of the rehearsal agent', () => {
  it('waits for an acknowledgement after each response', async () => {
    let finished = 0
    const acknowledged: number[] = []
    const { exit } = await play({
      mirror: kept(sampleMirror()),
      scenario: 'survey',
      onEvent: (event, process) => {
        if (event.type === 'response.started') acknowledged.push(finished)
        if (event.type !== 'response.finished') return
        finished += 1
        const now = finished
        setTimeout(() => {
          expect(finished).toBe(now)
          process.writeLine('not an acknowledgement')
          process.writeLine('{"type":"continue"}')
        }, 50)
      },
    })
    expect(exit.code).toBe(0)
    expect(acknowledged).toEqual(acknowledged.map((_, index) => index))
  })

  it('comes when its standard input ends: no agent outlives the app', async () => {
    const { child, exited, runningCommand, token } = startAgent()
    child.stdin.write('{"type":"prompt","text":"x"}\n')
    await runningCommand()
    child.stdin.end()
    expect(await exited).toBe(1)
    expect(await findRunProcesses([token])).toEqual([])
  })

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    it(`comes at ${signal}, with its command ended and its call closed`, async () => {
      const { child, exited, runningCommand, token, output } = startAgent(['--no-wait'])
      await runningCommand()
      child.kill(signal)
      expect(await exited).toBe(code)
      expect(await findRunProcesses([token])).toEqual([])
      expect(output()).toMatch(/"type":"tool_result","id":"call-1","failed":true/)
      expect(output().trimEnd().split('\n').at(-1)).toMatch(/response_finished/)
      expect(output()).not.toContain('never')
    })

  it('comes at a cancel by the executor in the middle of a flood', async () => {
    const { exit } = await play({
      mirror: kept(emptyMirror()),
      scenario: 'flood:10000000@0',
      onEvent: (event, process) => {
        if (event.type === 'tool.called') void process.cancel()
      },
    })
    expect(exit).toMatchObject({ code: 130, survivors: 0 })
  })

  it('comes when nobody reads its output any more', async () => {
    const { child, exited } = startAgent(['--no-wait', '--scenario', 'flood:10000000@0'])
    child.stdout.destroy()
    expect(await exited).toBe(1)
  })

  it('is an error with a sentence for a wrong command line', async () => {
    const wrong = [
      ['--nonsense'],
      ['--scenario', '../../etc/passwd'],
      ['--mirror', '/no/such/folder'],
      ['--pace', 'slow'],
    ]
    for (const args of wrong) {
      const child = spawn(process.execPath, [agentPath, '--no-wait', ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let stderr = ''
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString()
      })
      const code = await new Promise((resolve) => child.on('close', resolve))
      expect([code, stderr.split('\n').length], args.join(' ')).toEqual([2, 2])
      expect(stderr).toMatch(/^rehearsal: /)
    }
  })

  it('plays nothing for an unknown scenario, and says so', async () => {
    const { events, exit, stderr } = await play({ mirror: kept(sampleMirror()), scenario: 'unknown' })
    expect(exit.code).toBe(2)
    expect(stderr).toMatch(/no scenario/)
    expect(only(events, 'response.started')).toEqual([])
  })
})
