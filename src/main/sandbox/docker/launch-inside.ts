import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { failure, ok, type Result } from '../../../shared'
import type { ChildExit, Grace, Invocation, Launched } from '../../process'
import type { Engine } from './engine'
import { lost, notStarted } from './failures'
import type { KeptContainer } from './kept-container'
import { splitStreams } from './streams'

export type InsideParts = {
  readonly engine: Engine
  readonly container: KeptContainer
  readonly user: { readonly uid: number; readonly gid: number }
  /** The program and all that came of it are gone; `left` says how many had to be ended, and with them the container. */
  readonly onSwept: () => void
  /** Whether the id of the program's process is asked for. */
  readonly needsPid: boolean
}

/** Starts a program in a container in which no other runs, over the engine's API. */
export async function launchInside(parts: InsideParts, invocation: Invocation): Promise<Result<Launched>> {
  const { engine, container, user, needsPid } = parts
  const broughtIn = await container.bringIn()
  if (!broughtIn.ok) return notStarted(broughtIn)
  const problem = container.problem()
  if (problem !== null) return { ok: false, error: problem }
  const created = await engine.createExec(container.id, {
    Cmd: [invocation.executable, ...invocation.args],
    Env: Object.entries(invocation.environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: invocation.folder,
    User: `${user.uid}:${user.gid}`,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  })
  if (!created.ok) return notStarted(created)
  const id = created.value.Id
  const started = await engine.startExec(id)
  if (!started.ok) return notStarted(started)
  const launched = follow(parts, id, started.value)
  // Read from now on, whatever the engine takes to tell the id.
  const pid = needsPid ? await pidOf(engine, id) : 0
  return ok({ ...launched, pid })
}

const pidRounds = 100
const pidRoundMs = 10

/** Known a moment after the start; 0: it never was. */
async function pidOf(engine: Engine, id: string): Promise<number> {
  for (let round = 0; round < pidRounds; round += 1) {
    const state = await engine.inspectExec(id)
    if (!state.ok || state.value.Pid > 0 || state.value.ExitCode !== null)
      return state.ok ? state.value.Pid : 0
    await delay(pidRoundMs)
  }
  return 0
}

function follow(parts: InsideParts, id: string, stream: Duplex): Omit<Launched, 'pid'> {
  const { engine, container } = parts
  stream.on('error', () => undefined)
  const { stdout, stderr, ended } = splitStreams(stream)
  let settle: (exit: ChildExit) => void = () => undefined
  const exited = new Promise<ChildExit>((resolve) => {
    settle = resolve
  })
  let killed = false
  void ended.then(async () => {
    if (killed) return
    const exit = container.isEnding() ? killedExit : await exitOf(engine, container, id)
    const out = exit.error === undefined && !container.isEnding() ? await container.bringOut() : null
    settle(out?.ok === false ? lostExit(`what it left could not be brought back: ${out.text}`) : exit)
  })
  const kill = async (): Promise<void> => {
    killed = true
    // The engine waits for a reader that stopped before it says that the container is gone.
    const late = setTimeout(() => stream.destroy(), heldBackMs)
    const gone = await container.end()
    clearTimeout(late)
    const problem = container.problem()
    if (problem !== null) settle({ code: null, signal: null, error: problem })
    else settle(gone ? killedExit : lostExit('the container could not be ended'))
    // An engine that is gone closes nothing.
    if (!gone) stream.destroy()
  }
  // A program without its way out would wait, try and wait again.
  void Promise.race([container.lost, exited]).then(() => {
    if (container.problem() !== null) void kill()
  })
  const end = async ({ interruptMs, terminateMs }: Grace): Promise<void> => {
    for (const [signal, graceMs] of [
      ['INT', interruptMs],
      ['TERM', terminateMs],
    ] as const) {
      await signalAll(parts, signal)
      if (await settles(exited, graceMs)) return
      const state = await engine.inspectExec(id)
      // Its output may be held back by a reader that stopped.
      if (state.ok && !state.value.Running) return settle(exitFrom(state.value.ExitCode))
    }
    await kill()
  }
  return {
    stdin: stream,
    stdout,
    stderr,
    exited,
    tree: {
      end,
      sweep: async () => {
        const left = killed ? 0 : await leftAtLast(container)
        const gone = left === 0 && !killed ? true : await container.end()
        parts.onSwept()
        return { count: left ?? 0, sure: gone }
      },
    },
    // With this process its connections end, and with the one to the container's input the container.
    killNow: () => undefined,
  }
}

const heldBackMs = 1000
const looks = 6
const lookMs = 10

/** What has just been told to end may take a moment. */
async function leftAtLast(container: KeptContainer): Promise<number | null> {
  for (let look = 0; ; look += 1) {
    const left = await container.left()
    if (left === 0 || left === null || look === looks) return left
    await delay(lookMs)
  }
}

const signalMs = 2000

/**
 * To every process of the account inside, which all came of the one program. By a program of its own; where there is no
 * room for one any more, nothing is signalled and KILL will do.
 */
async function signalAll({ engine, container, user }: InsideParts, signal: string): Promise<void> {
  const created = await engine.createExec(container.id, {
    Cmd: ['/bin/sh', '-c', `kill -s ${signal} -- -1`],
    User: `${user.uid}:${user.gid}`,
    AttachStdout: true,
    AttachStderr: true,
  })
  if (!created.ok) return
  const started = await engine.startExec(created.value.Id)
  if (!started.ok) return
  started.value.on('error', () => undefined)
  started.value.resume()
  const over = new Promise<void>((resolve) => {
    started.value.once('close', () => resolve())
    started.value.once('end', () => resolve())
  })
  await settles(over, signalMs)
  started.value.destroy()
}

async function settles(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const result = await Promise.race([promise.then(() => true), late])
  timer.abort()
  return result
}

const killedExit: ChildExit = { code: null, signal: 'SIGKILL' }
const killedCode = 128 + 9

const endRounds = 10
const endRoundMs = 50

/** A container that ends takes its programs along, by KILL, and the engine knows of them before it knows of itself. */
async function wasEnded(engine: Engine, container: KeptContainer): Promise<boolean> {
  for (let round = 0; round < endRounds && !container.isEnding(); round += 1) {
    const state = await engine.inspectContainer(container.id)
    if (container.isGone() || !state.ok || !state.value.Running) return !container.isEnding()
    await delay(endRoundMs)
  }
  return false
}

const exitRounds = 50
const exitRoundMs = 20

/** Asked once its streams have ended, which is a moment before or after the engine knows. */
async function exitOf(engine: Engine, container: KeptContainer, id: string): Promise<ChildExit> {
  for (let round = 0; round < exitRounds; round += 1) {
    const state = await engine.inspectExec(id)
    if (!state.ok) return lostExit(state.text)
    // One that never came to be has no process.
    if (!state.value.Running && state.value.Pid === 0) return refusedExit(state.value.ExitCode)
    if (!state.value.Running) {
      const { ExitCode } = state.value
      return ExitCode === killedCode && (await wasEnded(engine, container))
        ? lostExit('ended from outside')
        : exitFrom(ExitCode)
    }
    await delay(exitRoundMs)
  }
  return lostExit('its streams were closed while it ran')
}

function exitFrom(code: number | null): ChildExit {
  return { code, signal: null }
}

function lostExit(text: string): ChildExit {
  return { code: null, signal: null, error: lost(text).error }
}

function refusedExit(code: number | null): ChildExit {
  const told = failure(
    'sandbox.start_failed',
    'Not started: the container engine could not start the program, for want of its folder, of room for a process or of memory.',
    { code },
  )
  return { code, signal: null, error: told.error }
}
