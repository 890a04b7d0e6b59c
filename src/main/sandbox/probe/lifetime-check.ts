import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Invocation } from '../../process'
import { runInBox } from '../run-in-box'
import type { Check } from './limit-checks'

/**
 * A command that leaves a child in a session of its own, without a parent and with no variable that tells whose it is.
 * It comes when the first look at the command's processes is past. It leaves a trace while it lives: 10 s, or until its trace is taken away. The command goes on once there is one.
 */
const leaveChild = (trace: string): string =>
  `sleep 0.2; (setsid env -i PATH=/usr/bin:/bin sh -c 'trap "" INT TERM; i=0; while [ $i -lt 100 ]; do echo . >> "${trace}" || exit; sleep 0.1; i=$((i+1)); done' </dev/null >/dev/null 2>&1 &); until [ -s "${trace}" ]; do sleep 0.02; done`

const megabyte = 1024 * 1024
const limits = { wallTimeMs: 20_000, outputBytes: megabyte, keepBytes: 1024, cpuMs: 5000, processes: 32 }
const watchMs = 1000
const hostTries = 4
const lookMs = 50

/** Whether something that a command started lives on after it: tried with one that ends and with one that is ended. */
export const lifetimeCheck: Check = {
  aspect: 'children_after_kill',
  run: async ({ ground, runBounded, token }, box) => {
    const invocation = (folder: string, name: string, then: string): Invocation => ({
      executable: '/bin/sh',
      args: ['-c', `${leaveChild(join(folder, name))}; ${then}`],
      environment: { PATH: '/usr/bin:/bin' },
      folder,
      input: null,
    })
    // Not in the copy: a box to which that is carried brings it back whole.
    const hostFolder = ground.outsideFolder
    /** Our own clean-up may well catch the child; to compare with, one that got away is needed. */
    const livesOnHost = async (): Promise<boolean> => {
      for (let tries = 0; tries < hostTries; tries += 1) {
        const own = `${token}-host-${tries}`
        await runBounded(invocation(hostFolder, own, 'true'), { ...limits, runToken: own })
        if ((await grows(join(hostFolder, own))) === 'grows') return true
      }
      return false
    }
    /** Tokens of their own: what carries one is ended together. Looked at at once: a child ends by itself some time. */
    const livesInside = async (name: string, then: string, signal?: AbortSignal, onOutput?: () => void) => {
      await runInBox(runBounded, {
        box,
        invocation: invocation(ground.mirrorFolder, name, then),
        token: `${token}-${name}`,
        limits,
        ...(signal === undefined ? {} : { signal }),
        ...(onOutput === undefined ? {} : { onOutput }),
      })
      return grows(join(ground.mirrorFolder, name))
    }
    const kill = new AbortController()
    const [onHost, ended, again, killed] = await Promise.all([
      livesOnHost(),
      // Twice, since our own clean-up may catch one by chance.
      livesInside('ended', 'true'),
      livesInside('again', 'true'),
      livesInside('killed', 'trap "" INT TERM; echo up; sleep 15; sleep 15', kill.signal, () => kill.abort()),
    ])
    const aspect = 'children_after_kill'
    if (!onHost)
      return { aspect, outcome: 'unknown', evidence: 'On the host itself no child lived on to compare with.' }
    if ([ended, again, killed].includes('none'))
      return { aspect, outcome: 'unknown', evidence: 'It could not be tried inside.' }
    const left = [
      [ended, again].includes('grows') ? 'a command that ended' : '',
      killed === 'grows' ? 'a command that was ended' : '',
    ]
    const words = left.filter((each) => each !== '').join(' and ')
    return words === ''
      ? {
          aspect,
          outcome: 'held',
          evidence: 'A child in a session of its own ended with its command; on the host it lived on.',
        }
      : { aspect, outcome: 'not_held', evidence: `A child in a session of its own lived on after ${words}.` }
  },
}

async function grows(path: string): Promise<'grows' | 'still' | 'none'> {
  const size = (): Promise<number> =>
    stat(path).then(
      (found) => found.size,
      () => -1,
    )
  // What was being killed may write once more.
  await delay(2 * lookMs)
  // It is away for a moment while a box brings back its copy whole.
  let first = await size()
  for (let waited = 0; waited < watchMs; waited += lookMs) {
    await delay(lookMs)
    const now = await size()
    if (first === -1) first = now
    else if (now > first) return 'grows'
  }
  return first === -1 ? 'none' : 'still'
}
