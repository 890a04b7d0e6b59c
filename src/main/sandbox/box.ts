/** What a run may use at most. Which of them this machine can hold is measured by the probe. */
export type BoxLimits = {
  readonly memoryBytes: number
  readonly processes: number
  readonly cpuMs: number
}

/** A place of the host that is seen inside. Paths are absolute; `source` is real (no link in it). */
export type Mount = {
  readonly source: string
  readonly target: string
  readonly access: 'read' | 'write'
}

/** The inside of a box, from which a backend's start is built. The same description gives the same start. */
export type BoxDescription = {
  readonly mounts: readonly Mount[]
  readonly environment: Readonly<Record<string, string>>
  /** Folder the program starts in, as seen inside. */
  readonly folder: string
  readonly homeFolder: string
  readonly network: 'none' | 'host'
  /** Nothing but the writable mounts, /tmp and /dev/shm can be written. */
  readonly readOnlyRoot: boolean
  /** Size of /tmp and of /dev/shm each. */
  readonly temporaryBytes: number
  /** Who the program is inside; its files belong to the account that runs Glovebox, whatever this is. */
  readonly user: { readonly uid: number; readonly gid: number }
  /** Glovebox runs as root: what only file rights protect elsewhere has to be closed by the box. */
  readonly callerIsRoot: boolean
}

/** The account that runs Glovebox. */
export type Caller = { readonly uid: number; readonly gid: number }

/** Root's own processes get an ordinary id inside: programs refuse or change their ways as root. */
const uidForRoot = 1000

export function userInside({ uid, gid }: Caller): BoxDescription['user'] {
  return uid === 0 ? { uid: uidForRoot, gid: uidForRoot } : { uid, gid }
}

/** Parents before what lies in them, so that no mount hides another. */
export function inMountOrder(mounts: readonly Mount[]): readonly Mount[] {
  const depth = ({ target }: Mount): number => target.split('/').length
  return mounts.toSorted((a, b) => depth(a) - depth(b) || (a.target < b.target ? -1 : 1))
}

/** Whether `path` is `folder` or lies in it. Both absolute and normal. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}
