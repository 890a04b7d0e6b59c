import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMounts, parseOwnGroups } from '../../src/main/sandbox/limits/cgroup-place'

/**
 * A control group of this test run's own: whatever is started from here on, however it wipes its traces, is in it or
 * below it, and so are the groups that are made for boxes. What else goes on on the machine is not.
 */
export type OwnGroup = {
  /** Ids of every living process in it, our own left out. */
  readonly processes: () => readonly number[]
  /** Paths of the groups below it whose name begins so. */
  readonly groups: (start: string) => readonly string[]
  /** Folders in which the app makes its groups. */
  readonly places: readonly string[]
  readonly leave: () => void
}

const controllers = ['memory', 'pids', 'cpuacct']

export function enterOwnGroup(): OwnGroup {
  const mounts = parseMounts(readFileSync('/proc/self/mountinfo', 'utf8'))
  const own = parseOwnGroups(readFileSync('/proc/self/cgroup', 'utf8'))
  const name = `tests-${process.pid}`
  const split = mounts.flatMap(({ type, point, options }) => {
    const controller = controllers.find((each) => type === 'cgroup' && options.includes(each))
    return controller === undefined ? [] : [join(point, own.get(controller) ?? '/')]
  })
  const unified = mounts.find(({ type }) => type === 'cgroup2')
  if (split.length > 0) return enter(split.map((home) => ({ home, place: join(home, name), inner: '' })))
  if (unified === undefined) throw new Error('This machine has no control groups.')
  const home = join(unified.point, own.get('') ?? '/')
  return enter([{ home, place: join(unified.point, name), inner: 'app' }])
}

type Entered = { readonly home: string; readonly place: string; readonly inner: string }

/** Version 2 has no processes in a group that hands controllers on, so there they are in one below. */
function enter(all: readonly Entered[]): OwnGroup {
  for (const { place, inner } of all) {
    mkdirSync(join(place, inner), { recursive: true })
    if (inner !== '') writeFileSync(join(place, 'cgroup.subtree_control'), '+memory +pids')
    writeFileSync(join(place, inner, 'cgroup.procs'), String(process.pid))
  }
  const places = all.map(({ place }) => place)
  const whole = (): readonly string[] => places.flatMap((place) => [place, ...below(place)])
  return {
    places,
    processes: () => {
      const ids = whole().flatMap((folder) => read(join(folder, 'cgroup.procs')).split('\n'))
      const pids = new Set(ids.filter((id) => id !== '').map(Number))
      pids.delete(process.pid)
      return [...pids].filter((pid) => !/\) [ZX] /.test(read(`/proc/${pid}/stat`)))
    },
    groups: (start) =>
      places.flatMap(below).filter((folder) => folder.split('/').at(-1)?.startsWith(start) === true),
    leave: () => {
      for (const { home } of all) writeFileSync(join(home, 'cgroup.procs'), String(process.pid))
      for (const place of places)
        for (const folder of [...below(place)].reverse().concat(place))
          if (existsSync(folder)) rmdirSync(folder)
    },
  }
}

/** The groups below one, each before those below it. */
function below(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(folder, entry.name), ...below(join(folder, entry.name))] : [],
    )
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
