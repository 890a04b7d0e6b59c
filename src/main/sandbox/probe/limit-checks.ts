import type { AspectOutcome, AspectResult, SandboxAspect } from '../../../shared'
import type { Invocation, RunBounded } from '../../process'
import type { OpenBox } from '../backend'
import type { BoxLimits } from '../box'
import { runInBox } from '../run-in-box'
import type { Machine } from '../seccomp/system-calls'
import type { Ground } from './ground'
import { createImage, readAnswers } from './image'

const megabyte = 1024 * 1024

/** Limits small enough to be reached in a moment. */
export const probeLimits: BoxLimits = { memoryBytes: 64 * megabyte, processes: 32, cpuMs: 500 }

export type CheckParts = {
  readonly machine: Machine
  readonly ground: Ground
  readonly runBounded: RunBounded
  readonly token: string
}

export type Check = {
  readonly aspect: SandboxAspect
  readonly run: (parts: CheckParts, box: OpenBox) => Promise<AspectResult>
}

/** A machine may be busy; only what is not held takes this long. */
const generous = { wallTimeMs: 20_000, outputBytes: megabyte, keepBytes: 256 * 1024 }

/** Runs the same command on the host and inside; null: it could not be started there. */
async function both(
  { ground, runBounded, token }: CheckParts,
  box: OpenBox,
  command: {
    readonly args: readonly string[]
    readonly stdin?: Buffer
    readonly hostWallMs?: number
  },
) {
  const [executable = '', ...args] = command.args
  const invocation: Invocation = {
    executable,
    args,
    environment: { PATH: '/usr/bin:/bin' },
    folder: ground.mirrorFolder,
    input: null,
  }
  const stdin = command.stdin === undefined ? {} : { stdin: command.stdin }
  const [host, inside] = await Promise.all([
    runBounded(invocation, {
      ...generous,
      runToken: `${token}-host`,
      wallTimeMs: command.hostWallMs ?? generous.wallTimeMs,
      ...(command.stdin === undefined ? {} : { input: command.stdin }),
    }),
    runInBox(runBounded, {
      box,
      invocation,
      token,
      limits: {
        ...generous,
        cpuMs: probeLimits.cpuMs,
        wallTimeMs: generous.wallTimeMs,
      },
      ...stdin,
    }),
  ])
  return { host: host.ok ? host.value : null, inside: inside.ok ? inside.value : null }
}

const result = (aspect: SandboxAspect, outcome: AspectOutcome, evidence: string): AspectResult => ({
  aspect,
  outcome,
  evidence,
})

/** mmap(2): private, anonymous memory, touched at once or, for the second, only asked for. */
const touched = 0x8022
const askedFor = 0x4022

function memoryImage(machine: Machine, bytes: number, kind: number) {
  const image = createImage(machine)
  const place = image.call('mmap', 0, bytes, 3, kind, -1, 0)
  return { stdin: image.encode(), answer: (output: Buffer) => readAnswers(output)?.of(place) ?? null }
}

const memory: Check = {
  aspect: 'memory',
  run: async (parts, box) => {
    const over = 96 * megabyte
    const first = memoryImage(parts.machine, over, touched)
    const args = [parts.ground.program]
    const used = await both(parts, box, { args, stdin: first.stdin })
    const onHost = used.host === null ? null : first.answer(used.host.stdout.head)
    if (onHost === null || onHost < 0)
      return result('memory', 'unknown', 'The host itself gave no 96 MB to try it with.')
    if (used.inside === null) return result('memory', 'unknown', 'It could not be tried inside.')
    if (used.inside.oomKilled)
      return result(
        'memory',
        'held',
        'With 64 MB allowed, a program that took 96 MB was ended; on the host it was not.',
      )
    const inside = first.answer(used.inside.stdout.head)
    if (inside !== null && inside < 0)
      return result('memory', 'held', 'With 64 MB allowed, 96 MB were refused; on the host they were given.')
    const second = memoryImage(parts.machine, 3 * 1024 * megabyte, askedFor)
    const asked = await both(parts, box, { args, stdin: second.stdin })
    const answers = [asked.host?.stdout.head, asked.inside?.stdout.head].map((output) =>
      output === undefined ? null : second.answer(output),
    )
    const [hostGave = null, insideGave = null] = answers
    if (hostGave !== null && hostGave >= 0 && insideGave !== null && insideGave < 0)
      return result(
        'memory',
        'partly',
        'Each process is limited for itself (1 GB at least), not all of them together.',
      )
    return result('memory', 'not_held', 'With 64 MB allowed, a program could take as much as on the host.')
  },
}

const wanted = 60
/** All stay until the last is there; the first that can't be started ends the shell, and the box what it left. */
const startMany = `i=0; while [ $i -lt ${wanted} ]; do sleep 30 & echo s; all="$all $!"; i=$((i+1)); done 2>/dev/null; kill $all`

const processes: Check = {
  aspect: 'processes',
  run: async (parts, box) => {
    const { host, inside } = await both(parts, box, { args: ['/bin/sh', '-c', startMany] })
    const count = (output: Buffer | undefined): number => output?.toString('latin1').split('\n').length ?? 0
    const [onHost, within] = [count(host?.stdout.head) - 1, count(inside?.stdout.head) - 1]
    if (onHost < wanted)
      return result('processes', 'unknown', `The host itself started only ${onHost} of ${wanted} processes.`)
    if (inside === null) return result('processes', 'unknown', 'It could not be tried inside.')
    return within < wanted
      ? result(
          'processes',
          'held',
          `With ${probeLimits.processes} allowed, ${within} of ${wanted} processes came to be; on the host all.`,
        )
      : result(
          'processes',
          'not_held',
          `With ${probeLimits.processes} allowed, all of ${wanted} processes came to be, as on the host.`,
        )
  },
}

const spin = 'while :; do :; done'

const cpuTime: Check = {
  aspect: 'cpu_time',
  run: async (parts, box) => {
    // Two at once: a limit of each process alone lets them use twice what is allowed.
    const { host, inside } = await both(parts, box, {
      args: ['/bin/sh', '-c', `(${spin}) & ${spin}`],
      hostWallMs: 800,
    })
    if (host?.stopped !== 'wallTimeMs')
      return result('cpu_time', 'unknown', 'On the host itself it did not run on.')
    if (inside === null) return result('cpu_time', 'unknown', 'It could not be tried inside.')
    if (inside.limitReached === 'cpuMs' && inside.durations.cpuMs !== null)
      return result(
        'cpu_time',
        'held',
        `With 0.5 s allowed, two endless programs were ended after ${inside.durations.cpuMs} ms together.`,
      )
    return inside.timedOut
      ? result('cpu_time', 'not_held', 'With 0.5 s allowed, an endless program ran on, as on the host.')
      : result('cpu_time', 'partly', 'Each process is limited for itself, not all of them together.')
  },
}

export const limitChecks: readonly Check[] = [memory, processes, cpuTime]
