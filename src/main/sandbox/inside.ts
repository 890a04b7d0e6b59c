import type { Invocation } from '../process'
import type { BoxRequest } from './backend'
import type { Mount } from './box'
import { isInSystem } from './mounts'
import type { SystemView } from './system-view'

export const systemPath = '/usr/bin:/bin'

/** What a request wants to be seen inside, before the program's own files: the same for every backend that mounts. */
export function boxMounts(
  { folders, mirrorAccess = 'write', readPaths = [], writePaths = [], bridges = [] }: BoxRequest,
  view: SystemView,
): readonly Mount[] {
  const same = (access: Mount['access'], paths: readonly string[]): readonly Mount[] =>
    paths.map((path) => ({ source: path, target: path, access }))
  return [
    ...same(mirrorAccess, [folders.mirrorFolder]),
    ...same('write', [folders.homeFolder, ...writePaths]),
    ...same('read', [folders.controlFolder, ...readPaths.filter((path) => !isInSystem(path, view))]),
    ...bridges,
  ]
}

/** The whole environment of a program inside: who it is, its own variables, and over them those of the session. */
export function environmentInside(
  request: BoxRequest,
  invocation: Invocation,
  mounts: readonly Mount[],
): Readonly<Record<string, string>> {
  return {
    PATH: systemPath,
    HOME: request.folders.homeFolder,
    USER: 'agent',
    LOGNAME: 'agent',
    ...invocation.environment,
    TMPDIR: temporaryFolder(invocation, mounts),
    ...request.variables,
  }
}

/** The program's own, where that is seen inside; the host's is not. */
function temporaryFolder({ environment }: Invocation, mounts: readonly Mount[]): string {
  const own = environment['TMPDIR']
  const isInside = mounts.some(
    ({ target, access }) => access === 'write' && own !== undefined && `${own}/`.startsWith(`${target}/`),
  )
  return own !== undefined && isInside ? own : '/tmp'
}
