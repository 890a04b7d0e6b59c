import { execFile } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AspectOutcome, type SandboxAspect, sandboxAspects } from '../../src/shared'
import { buildProgram } from './build'
import type { Attempted, EscapeReport } from './escape-program'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
/** An account that is nobody's: no file and no process of this machine belongs to it. */
const ordinary = 42_424

let program = ''
beforeAll(async () => {
  program = await buildProgram('escape-program')
  cpSync('test/escape/attempts', join(program, '..', 'attempts'), { recursive: true })
})

async function runSuite(backend: string, user: 'root' | 'ordinary'): Promise<EscapeReport> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'escape-')))
  chmodSync(folder, 0o755)
  const own = join(folder, 'own')
  mkdirSync(own)
  let helper = '-'
  if (isRoot) {
    helper = join(folder, 'id')
    copyFileSync('/usr/bin/id', helper)
    chmodSync(helper, 0o4755)
  }
  const id = isRoot && user === 'ordinary' ? { uid: ordinary, gid: ordinary } : {}
  if (isRoot && user === 'ordinary') chownSync(own, ordinary, ordinary)
  const attempts = join(program, '..', 'attempts')
  const { stdout } = await run(process.execPath, [program, backend, own, attempts, helper], {
    ...id,
    cwd: '/',
    env: {
      PATH: '/usr/bin:/bin',
      HOME: own,
      TMPDIR: '/tmp',
      ESCAPE_CANARY: 'app-canary-1',
      MARK: 'app-canary-1',
    },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout)
}

/** The suite's own word on an aspect, from its attempts. */
function finding(attempts: readonly Attempted[]): AspectOutcome {
  const works = attempts.filter(({ host }) => host === true)
  const inside = attempts.filter((each) => each.inside === true)
  if (inside.length > 0) return inside.length < works.length ? 'partly' : 'not_held'
  return works.length > 0 ? 'held' : 'unknown'
}

function table(report: EscapeReport): { rows: string[]; differ: string[] } {
  const rows: string[] = []
  const differ: string[] = []
  for (const aspect of sandboxAspects) {
    const { outcome: probed, evidence } = report.probe.aspects.find((each) => each.aspect === aspect) ?? {
      outcome: 'unknown',
      evidence: '',
    }
    const made = report.attempts.filter((each) => each.aspect === aspect)
    const limit = report.findings.find((each) => each.aspect === aspect)
    const found = limit?.outcome ?? finding(made)
    const worked = made.filter(({ inside }) => inside === true).map(({ name }) => name)
    const controls = made.filter(({ host }) => host === true).length
    const how =
      limit?.how ??
      `${made.length} attempts, ${controls} work on the host; inside: ${worked.join(', ') || 'none'}`
    rows.push(`  ${aspect.padEnd(20)} ${probed.padEnd(9)} ${found.padEnd(9)} ${how}`)
    if (!agree(aspect, probed, found))
      differ.push(`${aspect}: probe says ${probed}, suite finds ${found}. ${evidence} (${how})`)
  }
  return { rows, differ }
}

/** Where the account may do nothing of it on the host, the probe looks inside and the suite has nothing to compare with. */
function agree(aspect: SandboxAspect, probed: AspectOutcome, found: AspectOutcome): boolean {
  if (probed === found) return true
  return found === 'unknown' && probed === 'held' && ['devices', 'proc_sys'].includes(aspect)
}

const users = isRoot ? (['root', 'ordinary'] as const) : (['ordinary'] as const)

describe.each(users)('as %s', (user) => {
  it('nothing gets out of bubblewrap, and the probe says what the suite finds', async () => {
    const report = await runSuite('bubblewrap', user)
    const { rows, differ } = table(report)
    console.log(
      [
        `bubblewrap, uid ${report.uid}: probe, suite`,
        ...rows,
        ...Object.entries(report.bombs).map(([name, outcome]) => `  ${name}: ${outcome}`),
      ].join('\n'),
    )
    expect(report.attempts.filter(({ inside }) => inside === true)).toEqual([])
    expect(report.attempts.filter(({ host }) => host === true).length).toBeGreaterThanOrEqual(40)
    expect(differ).toEqual([])
  })

  it('a plain process is said to hold nothing that it does not hold', async () => {
    const report = await runSuite('subprocess', user)
    const { rows, differ } = table(report)
    console.log([`plain process, uid ${report.uid}: probe, suite`, ...rows].join('\n'))
    expect(differ).toEqual([])
    const open = report.attempts.filter(({ host, inside }) => host === true && inside === true).length
    expect(open).toBeGreaterThanOrEqual(40)
  })
})
