import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '../engine'
import type { EngineResult } from '../engine-result'
import { splitStreams } from '../streams'
import { createDemultiplexer } from './demultiplexer'
import { type BridgeLimits, bridgeLimits } from './limits'
import { bridgeCommand, noInterpreterCode } from './script'
import type { BridgedSocket } from './sockets'

/** What carries connections from inside a container to sockets of this machine. */
export type Bridge = {
  /** Nothing is carried any more. Why, in words; null: it was closed. */
  readonly ended: Promise<string | null>
  readonly close: () => void
}

/** Where nothing has to be carried. */
export const noBridge: Bridge = { ended: new Promise(() => undefined), close: () => undefined }

/** How many processes of a container are the bridge. */
export const bridgeProcesses = 1

const readyMs = 20_000
const mostWords = 2000

/**
 * Starts the script in a running container, as root without any right: no program inside can end it or speak in its
 * place. Resolves once the sockets inside can be connected to.
 */
export async function openBridge(
  engine: Engine,
  containerId: string,
  sockets: readonly BridgedSocket[],
  limits: BridgeLimits = bridgeLimits,
): Promise<EngineResult<Bridge>> {
  const created = await engine.createExec(containerId, {
    Cmd: [
      ...bridgeCommand(
        sockets.map(({ target }) => target),
        limits,
      ),
    ],
    User: '0:0',
    WorkingDir: '/',
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  })
  if (!created.ok) return created
  const started = await engine.startExec(created.value.Id)
  if (!started.ok) return started
  const stream = started.value
  const { stdout, stderr, ended: streamEnded } = splitStreams(stream)
  let words = ''
  stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-mostWords)
  })
  const ends = createDemultiplexer({
    input: stream,
    output: stdout,
    sockets: sockets.map(({ path }) => path),
    limits,
  })
  let isClosed = false
  const close = (): void => {
    isClosed = true
    ends.close()
    stream.destroy()
  }
  const ended = ends.ended.then(async (problem) => {
    if (problem !== null) stream.destroy()
    if (isClosed) return null
    if (problem !== null) return `what came over it was not what its script sends: ${problem}`
    await streamEnded
    stream.destroy()
    return whyEnded(engine, created.value.Id, words)
  })
  const timer = new AbortController()
  const late = delay(readyMs, `it was not ready within ${readyMs / 1000} s`, { signal: timer.signal })
  const problem = await Promise.race([ends.ready.then(() => null), ended, late.catch(() => null)])
  timer.abort()
  if (problem === null) return { ok: true, value: { ended, close } }
  close()
  return { ok: false, status: null, text: problem, wayOut: true }
}

const exitRounds = 20
const exitRoundMs = 25

async function whyEnded(engine: Engine, id: string, words: string): Promise<string> {
  const said = words.trim() === '' ? '' : ` It said: ${words.trim()}`
  for (let round = 0; round < exitRounds; round += 1) {
    const state = await engine.inspectExec(id)
    if (!state.ok) return `the engine stopped: ${state.text}`
    if (!state.value.Running)
      return state.value.ExitCode === noInterpreterCode
        ? 'the image has neither perl nor python3, one of which is needed for it; choose another image'
        : `its script ended with ${state.value.ExitCode}.${said}`
    await delay(exitRoundMs)
  }
  return `its streams were closed while its script ran.${said}`
}
