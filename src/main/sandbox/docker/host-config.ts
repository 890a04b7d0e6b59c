import type Docker from 'dockerode'
import type { BoxLimits, Mount } from '../box'
import { inMountOrder } from '../box'
import { watchdogPath } from './root-image'
import { seccompProfile } from './seccomp-profile'

/** Labels by which containers of ours are told from others', and those of one installation from another's (I10). */
export const labels = {
  installation: 'org.glovebox.installation',
  session: 'org.glovebox.session',
  image: 'org.glovebox.image',
} as const

export type ContainerInput = {
  readonly image: string
  readonly first: FirstProcess
  readonly installation: string
  readonly token: string
  readonly limits: BoxLimits
  readonly network: 'none' | 'host'
  readonly readOnlyRoot: boolean
  readonly temporaryBytes: number
  /** Bind mounts, by paths of the machine the engine runs on. */
  readonly mounts: readonly Mount[]
  /** /tmp is memory of its own; not so where something is carried below it. */
  readonly ownTemporary: boolean
  /** Processes of ours beside the first ones. */
  readonly moreProcesses?: number
  /** What is told the engine of a filter of system calls. */
  readonly seccomp?: string
}

/**
 * What a container lives by: root without any right, so that no program inside can end, stop or look at it. It lives as
 * long as its standard input, which the app holds; an app that is killed takes the container along. And it takes away
 * what ends without a parent, which would count against the limit of processes. `own`: a program of our own image.
 * `engine`: in other images, the engine's init over a `cat`.
 */
export type FirstProcess = 'own' | 'engine'
export const ownProcesses: Readonly<Record<FirstProcess, number>> = { own: 1, engine: 2 }
/** At the start of each command the engine needs one more, for a moment. */
const spareProcesses = 1

const megabyte = 1024 * 1024
const seccomp = JSON.stringify(seccompProfile())

/** What a container is made with. The same input gives the same. */
export function containerOptions(input: ContainerInput): Docker.ContainerCreateOptions {
  const { limits, temporaryBytes } = input
  return {
    Image: input.image,
    Cmd: input.first === 'own' ? [watchdogPath] : ['/bin/cat'],
    Entrypoint: [],
    User: '0:0',
    WorkingDir: '/',
    Hostname: 'box',
    Env: [],
    Labels: { [labels.installation]: input.installation, [labels.session]: input.token },
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: false,
    AttachStderr: false,
    Tty: false,
    NetworkDisabled: input.network === 'none',
    HostConfig: {
      AutoRemove: true,
      Init: input.first === 'engine',
      ReadonlyRootfs: input.readOnlyRoot,
      CapDrop: ['ALL'],
      Privileged: false,
      SecurityOpt: ['no-new-privileges', `seccomp=${input.seccomp ?? seccomp}`],
      NetworkMode: input.network,
      IpcMode: 'private',
      PidMode: '',
      UTSMode: '',
      ShmSize: temporaryBytes,
      Memory: limits.memoryBytes,
      MemorySwap: limits.memoryBytes,
      PidsLimit: limits.processes + ownProcesses[input.first] + (input.moreProcesses ?? 0) + spareProcesses,
      // Half of what other programs weigh, so that the machine stays its user's.
      CpuShares: 512,
      OomScoreAdj: 500,
      Ulimits: [
        { Name: 'nofile', Soft: 4096, Hard: 4096 },
        { Name: 'core', Soft: 0, Hard: 0 },
        { Name: 'fsize', Soft: 4096 * megabyte, Hard: 4096 * megabyte },
      ],
      ...(input.ownTemporary
        ? { Tmpfs: { '/tmp': `rw,exec,nosuid,nodev,size=${temporaryBytes},mode=1777` } }
        : {}),
      // What runs for hours and is printed would fill the disk.
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: '' },
      Mounts: inMountOrder(input.mounts).map(({ source, target, access }) => ({
        Type: 'bind',
        Source: source,
        Target: target,
        ReadOnly: access === 'read',
        // What is mounted below a folder would be writable whatever the folder is.
        BindOptions: { Propagation: 'rprivate', NonRecursive: true } as Docker.MountSettings['BindOptions'] &
          object,
      })),
    },
  }
}
