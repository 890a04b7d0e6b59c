import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AspectOutcome, type SandboxAspect, sandboxAspects } from '../../src/shared'
import { startEngine, type TestEngine } from '../support/docker/engine'
import { buildProgram } from './build'
import type { Attempted, EscapeReport } from './escape-program'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
/** An account that is nobody's: no file and no process of this machine belongs to it. */
const ordinary = 42_424

let program = ''
let engine: TestEngine | null = null
beforeAll(async () => {
  // Only root can start an engine; as anybody else the suite says that it has none.
  engine = isRoot ? await startEngine({ group: ordinary }) : null
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
  const suite = [process.execPath, program, backend, own, attempts, helper]
  // firejail starts for accounts of the machine alone, so there is one for it, where the suite alone sees it.
  const command = backend === 'firejail' && 'uid' in id ? asAccount(folder, own, suite) : suite
  const { stdout } = await run(command[0] ?? '', command.slice(1), {
    ...(command === suite ? id : {}),
    cwd: '/',
    env: {
      PATH: '/usr/bin:/bin',
      HOME: own,
      TMPDIR: '/tmp',
      ESCAPE_CANARY: 'app-canary-1',
      MARK: 'app-canary-1',
      ...engine?.environment,
    },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout)
}

/**
 * The command as an ordinary account of the machine, in whose list are it and another person: in mounts of its own, so
 * that the machine's list stays as it is.
 */
function asAccount(folder: string, home: string, command: readonly string[]): readonly string[] {
  const lists = ['passwd', 'group'].map((name) => {
    const path = join(folder, name)
    const people = name === 'passwd' ? [`:${home}:/bin/sh`, ':/home/person:/bin/sh'] : ['', '']
    const line = (who: string, at: number, rest = ''): string =>
      name === 'passwd' ? `${who}:x:${at}:${at}:${who}${rest}\n` : `${who}:x:${at}:\n`
    writeFileSync(
      path,
      `${readFileSync(`/etc/${name}`, 'utf8')}${line('escape', ordinary, people[0])}${line('person', ordinary + 1, people[1])}`,
    )
    return path
  })
  const script =
    'mount --bind "$1" /etc/passwd && mount --bind "$2" /etc/group && id=$3 && shift 3 && exec setpriv --reuid "$id" --regid "$id" --clear-groups "$@"'
  return [
    ...['/usr/bin/unshare', '--mount', '--propagation', 'private', '/bin/sh', '-ec', script, 'suite'],
    ...[...lists, String(ordinary), ...command],
  ]
}

/** Closed by the rights of the account itself where nothing of it works on the host; then it must be closed inside, too. */
const accountsOwn: readonly SandboxAspect[] = ['devices', 'proc_sys']

/** The suite's own word on an aspect, from its attempts. */
function finding(aspect: SandboxAspect, attempts: readonly Attempted[]): AspectOutcome {
  const works = attempts.filter(({ host }) => host === true)
  const inside = attempts.filter((each) => each.inside === true)
  if (inside.length > 0) return inside.length < works.length ? 'partly' : 'not_held'
  const tried = attempts.some((each) => each.inside === false)
  return works.length > 0 || (tried && accountsOwn.includes(aspect)) ? 'held' : 'unknown'
}

function table(report: EscapeReport): { rows: string[]; differ: string[] } {
  const rows: string[] = []
  const differ: string[] = []
  const column = new Map<SandboxAspect, string>()
  words.set(`${report.probe.backend}, ${report.uid === 0 ? 'root' : 'ordinary'}`, column)
  for (const aspect of sandboxAspects) {
    const { outcome: probed, evidence } = report.probe.aspects.find((each) => each.aspect === aspect) ?? {
      outcome: 'unknown',
      evidence: '',
    }
    const made = report.attempts.filter((each) => each.aspect === aspect)
    const limit = report.findings.find((each) => each.aspect === aspect)
    const found = limit?.outcome ?? finding(aspect, made)
    const worked = made.filter(({ inside }) => inside === true).map(({ name }) => name)
    const controls = made.filter(({ host }) => host === true).length
    const how =
      limit?.how ??
      `${made.length} attempts, ${controls} work on the host; inside: ${worked.join(', ') || 'none'}`
    rows.push(`  ${aspect.padEnd(20)} ${probed.padEnd(9)} ${found.padEnd(9)} ${how}`)
    column.set(aspect, `${probed} ${probed === found ? '=' : '≠'} ${found}`)
    if (probed !== found)
      differ.push(`${aspect}: probe says ${probed}, suite finds ${found}. ${evidence} (${how})`)
  }
  return { rows, differ }
}

/** What was found in all, for one table at the end: backend and user, then the probe's and the suite's word by aspect. */
const words = new Map<string, ReadonlyMap<SandboxAspect, string>>()

function matrix(): string {
  const columns = [...words.keys()]
  const wide = Math.max(...columns.map((name) => name.length), 'not_held = not_held'.length) + 2
  const line = (first: string, cells: readonly string[]): string =>
    `  ${first.padEnd(20)} ${cells.map((cell) => cell.padEnd(wide)).join('')}`
  return [
    'The probe’s word = the suite’s finding',
    line('', columns),
    ...sandboxAspects.map((aspect) =>
      line(
        aspect,
        columns.map((name) => words.get(name)?.get(aspect) ?? ''),
      ),
    ),
  ].join('\n')
}

afterAll(async () => {
  await engine?.remove()
  console.log(matrix())
})

const users = isRoot ? (['root', 'ordinary'] as const) : (['ordinary'] as const)

describe.each(users)('as %s', (user) => {
  it.each(['docker', 'bubblewrap', 'firejail'])(
    'nothing gets out of %s, and the probe says what the suite finds',
    async (backend) => {
      const report = await runSuite(backend, user)
      const { rows, differ } = table(report)
      console.log(
        [
          `${backend}, uid ${report.uid}: probe, suite`,
          ...rows,
          ...Object.entries(report.bombs).map(([name, outcome]) => `  ${name}: ${outcome}`),
        ].join('\n'),
      )
      expect(report.attempts.filter(({ inside }) => inside === true)).toEqual([])
      expect(report.attempts.filter(({ host }) => host === true).length).toBeGreaterThanOrEqual(40)
      expect(differ).toEqual([])
      const bomb = (name: string) => JSON.parse(report.bombs[name] ?? '{}')
      for (const name of ['one GB of output', 'one line without end']) {
        expect(bomb(name)).toMatchObject({ limitReached: 'outputBytes' })
        expect(bomb(name).kept).toBeLessThanOrEqual(1024 * 1024)
      }
      expect(bomb('memory bomb').exitCode).not.toBe(0)
      expect(bomb('fork bomb').said).toContain('Cannot fork')
      expect(bomb('5000 open files')).toMatchObject({ exitCode: 1 })
      expect(bomb('100,000 files')).toMatchObject({ exitCode: 0 })
      expect(bomb('no input and no terminal')).toMatchObject({ exitCode: 0 })
    },
  )

  it('a plain process is said to hold nothing that it does not hold', async () => {
    const report = await runSuite('subprocess', user)
    const { rows, differ } = table(report)
    console.log([`plain process, uid ${report.uid}: probe, suite`, ...rows].join('\n'))
    expect(differ).toEqual([])
    const open = report.attempts.filter(({ host, inside }) => host === true && inside === true).length
    expect(open).toBeGreaterThanOrEqual(40)
  })
})
