import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Folders of the kernel's control groups below which we may make groups of our own. Version 1 has a tree per
 * controller, version 2 one for all. null: that controller can't be used here.
 */
export type CgroupPlace =
  | {
      readonly version: 1
      readonly memory: string | null
      readonly pids: string | null
      readonly cpu: string | null
    }
  | { readonly version: 2; readonly folder: string }

/** Looks where this process may make control groups; null: nowhere, as for most ordinary users. */
export async function findCgroupPlace(): Promise<CgroupPlace | null> {
  const own = parseOwnGroups(await text('/proc/self/cgroup'))
  const mounts = parseMounts(await text('/proc/self/mountinfo'))
  const controller = async (name: string): Promise<string | null> => {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(name))
    const path = own.get(name)
    return mount === undefined || path === undefined ? null : writable(join(mount.point, path))
  }
  const [memory, pids, cpu] = await Promise.all(['memory', 'pids', 'cpuacct'].map(controller))
  if (memory || pids) return { version: 1, memory: memory ?? null, pids: pids ?? null, cpu: cpu ?? null }
  const unified = mounts.find(({ type }) => type === 'cgroup2')
  return unified === undefined ? null : findUnified(unified.point, own.get('') ?? '/')
}

/**
 * In version 2 a group with processes can't hand controllers to groups below it, so a place is one that does already
 * and may be written: our own group, or one of those above it, up to the root.
 */
async function findUnified(point: string, own: string): Promise<CgroupPlace | null> {
  const parts = own.split('/').filter((part) => part !== '')
  for (let length = parts.length; length >= 0; length -= 1) {
    const folder = join(point, ...parts.slice(0, length))
    const handedOn = (await text(join(folder, 'cgroup.subtree_control'))).trim().split(/\s+/)
    const complete = ['memory', 'pids'].every((name) => handedOn.includes(name))
    // Moving a process needs the right to the group above both places, which this one is.
    if (complete && (await writable(folder)) && (await writable(join(folder, 'cgroup.procs'))))
      return { version: 2, folder }
  }
  return null
}

/** /proc/self/cgroup (cgroups(7)): `id:controllers:path`; version 2 has no controllers. */
export function parseOwnGroups(content: string): ReadonlyMap<string, string> {
  return new Map(
    content.split('\n').flatMap((line) => {
      const [, names, ...path] = line.split(':')
      return names === undefined
        ? []
        : names.split(',').map((name): [string, string] => [name, path.join(':')])
    }),
  )
}

type CgroupMount = { readonly type: string; readonly point: string; readonly options: readonly string[] }

/** The control groups' lines of /proc/self/mountinfo (proc(5)): after ` - ` come type, source and options. */
export function parseMounts(content: string): readonly CgroupMount[] {
  return content.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const point = before.split(' ')[4]
    const [type = '', , options = ''] = after.split(' ')
    return point === undefined || !type.startsWith('cgroup')
      ? []
      : [{ type, point, options: options.split(',') }]
  })
}

/** Root may do whatever the file rights say, but a read-only mount (as in most containers) refuses even it. */
function writable(folder: string): Promise<string | null> {
  return access(folder, constants.W_OK).then(
    () => folder,
    () => null,
  )
}

function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
