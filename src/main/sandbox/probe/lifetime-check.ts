import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Invocation } from '../../process'
import { runInBox } from '../run-in-box'
import type { Check } from './limit-checks'

/**
 * A command that leaves a child in a session of its own, without a parent and with no variable that tells whose it is.
 * The child leaves a trace while it lives: 10 s, or until its trace is taken away. The command goes on once there is one.
 */
const leaveChild = (trace: string): string =>
  `(setsid env -i PATH=/usr/bin:/bin sh -c 'trap "" INT TERM; i=0; while [ $i -lt 100 ]; do echo . >> "${trace}" || exit; sleep 0.1; i=$((i+1)); done' </dev/null >/dev/null 2>&1 &); until [ -s "${trace}" ]; do sleep 0.02; done`

const megabyte = 1024 * 1024
const limits = { wallTimeMs: 20_000, outputBytes: megabyte, keepBytes: 1024, cpuMs: 5000, processes: 32 }
const watchMs = 1000
const lookMs = 50

/** Whether something that a command started lives on after it: tried with one that ends and with one that is ended. */
export const lifetimeCheck: Check = {
  aspect: 'children_after_kill',
  run: async ({ ground, runBounded, token }, box) => {
    const invocation = (name: string, then: string): Invocation => ({
      executable: '/bin/sh',
      args: ['-c', `${leaveChild(join(ground.mirrorFolder, name))}; ${then}`],
      environment: { PATH: '/usr/bin:/bin' },
      folder: ground.mirrorFolder,
      input: null,
    })
    const kill = new AbortController()
    // Tokens of their own: what carries one is ended together.
    const [host] = await Promise.all([
      runBounded(invocation('host', 'true'), { ...limits, runToken: `${token}-on-host` }),
      runInBox(runBounded, { box, invocation: invocation('ended', 'true'), token: `${token}-ended`, limits }),
      runInBox(runBounded, {
        box,
        invocation: invocation('killed', 'trap "" INT TERM; echo up; sleep 15; sleep 15'),
        token: `${token}-killed`,
        limits,
        signal: kill.signal,
        onOutput: () => kill.abort(),
      }),
    ])
    const [onHost, ended, killed] = await Promise.all(
      ['host', 'ended', 'killed'].map((name) => grows(join(ground.mirrorFolder, name))),
    )
    const aspect = 'children_after_kill'
    if (!host.ok || onHost !== 'grows')
      return { aspect, outcome: 'unknown', evidence: 'On the host itself no child lived on to compare with.' }
    if (ended === 'none' || killed === 'none')
      return { aspect, outcome: 'unknown', evidence: 'It could not be tried inside.' }
    const left = [
      ended === 'grows' ? 'a command that ended' : '',
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
  const before = await size()
  let after = before
  for (let waited = 0; waited < watchMs && after === before; waited += lookMs) {
    await delay(lookMs)
    after = await size()
  }
  if (after === -1) return 'none'
  return after > before ? 'grows' : 'still'
}
