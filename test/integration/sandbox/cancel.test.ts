import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createStartProcess, findRunProcesses, type Invocation } from '../../../src/main/process'
import { boxRequest, command, makeFolders, testBackend, toolOf } from '../../support/box'

const startProcess = createStartProcess({
  now: () => performance.now(),
  grace: { interruptMs: 2000, terminateMs: 500 },
})

/** Starts a command in a box; resolves once it has printed its first line. */
async function startInside(args: readonly string[], more: Partial<Invocation> = {}) {
  const folders = makeFolders()
  const backend = testBackend()
  const request = boxRequest(folders)
  const opened = await backend.open(await toolOf(backend), request)
  if (!opened.ok) throw new Error(opened.error.message)
  const wrapped = await opened.value.wrap(command(folders, args, more))
  if (!wrapped.ok) throw new Error(wrapped.error.message)
  const lines: string[] = []
  const started = await startProcess(wrapped.value, {
    runToken: request.token,
    limits: { wallTimeMs: 30_000, outputBytes: 1_000_000, idleTimeMs: 30_000 },
    handlers: {
      onLine: (line) => lines.push(line),
      onStderr: (text) => lines.push(text),
      onLimit: () => undefined,
    },
  })
  if (!started.ok) throw new Error(started.error.message)
  for (let round = 0; round < 500 && lines.length === 0; round += 1) await delay(10)
  return { process: started.value, lines, token: request.token, box: opened.value }
}

const python = (script: string): readonly string[] => ['python3', '-u', '-c', script]

describe('the end of a program in a box', () => {
  it('is asked of the program itself, which finishes its stream', async () => {
    const started = await startInside(
      python(
        'import signal,sys,time\ndef f(*a):\n  print("result"); sys.exit(130)\nsignal.signal(signal.SIGINT,f)\nprint("up")\nwhile True: time.sleep(1)',
      ),
    )
    expect(started.lines).toEqual(['up'])
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ code: 130, signal: null, survivors: 0 })
    expect(started.lines).toEqual(['up', 'result'])
    await started.box.close()
  })

  it('comes by KILL where INT and TERM are ignored, with all that was started', async () => {
    const started = await startInside([
      'sh',
      '-c',
      'trap "" INT TERM; setsid sh -c "sleep 600" & (setsid sleep 600 &) ; echo up; while :; do sleep 1; done',
    ])
    await started.process.cancel()
    expect(await started.process.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(await findRunProcesses([started.token])).toEqual([])
    await started.box.close()
  })

  it('leaves nothing behind when the program ends by itself', async () => {
    const started = await startInside(['sh', '-c', '(setsid sleep 600 >/dev/null 2>&1 &); echo $$'])
    expect(await started.process.exited).toMatchObject({ code: 0, survivors: 0 })
    await started.box.close()
  })
})
