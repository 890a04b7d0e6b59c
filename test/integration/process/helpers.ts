import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createStartProcess,
  findRunProcesses,
  type Invocation,
  type ProcessLimits,
  type RunningProcess,
} from '../../../src/main/process'

/** Real executor with short grace times. */
const startProcess = createStartProcess({
  now: () => performance.now(),
  grace: { interruptMs: 400, terminateMs: 400 },
})

export type Started = {
  readonly process: RunningProcess
  readonly token: string
  readonly lines: string[]
  readonly stderr: string[]
  readonly limits: string[]
}

export const nodeInvocation = (script: string, more: Partial<Invocation> = {}): Invocation => ({
  executable: process.execPath,
  args: ['-e', script],
  environment: { PATH: process.env['PATH'] ?? '' },
  folder: tmpdir(),
  input: null,
  ...more,
})

export const shellInvocation = (script: string, more: Partial<Invocation> = {}): Invocation =>
  nodeInvocation('', { executable: '/bin/sh', args: ['-c', script], ...more })

/** An environment by which the processes of a command can be found again. */
export const markedEnvironment = (token: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  GLOVEBOX_RUN: token,
})

export async function start(
  invocation: Invocation,
  limits: Partial<ProcessLimits> = {},
  onLine: (line: string) => void = () => undefined,
  ownFolder?: string,
): Promise<Started> {
  const token = randomUUID()
  const lines: string[] = []
  const stderr: string[] = []
  const reached: string[] = []
  const process = await startProcess(invocation, {
    runToken: token,
    ...(ownFolder === undefined ? {} : { ownFolder }),
    limits: { wallTimeMs: 30_000, outputBytes: 64 * 1024 * 1024, idleTimeMs: 30_000, ...limits },
    handlers: {
      onLine: (line) => {
        lines.push(line)
        onLine(line)
      },
      onStderr: (text) => stderr.push(text),
      onLimit: (limit, ceiling, value) => reached.push(`${limit} ${ceiling} ${value >= ceiling}`),
    },
  })
  if (!process.ok) throw new Error(process.error.message)
  return { process: process.value, token, lines, stderr, limits: reached }
}

/** Waits until something holds, at most ten seconds; then the test fails. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (await holds()) return
    await delay(10)
  }
  throw new Error(`never came to be: ${what}`)
}

/** How many processes of a run live once starting is over: a shell on its way to its command is there for a moment only. */
export async function settled(token: string): Promise<number> {
  const pids = async (): Promise<string> => (await findRunProcesses([token])).map(({ pid }) => pid).join()
  const before = await pids()
  await delay(150)
  return before === (await pids()) ? before.split(',').filter((pid) => pid !== '').length : 0
}

export const living = async (token: string): Promise<number> => (await findRunProcesses([token])).length
