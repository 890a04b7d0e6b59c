import type { Cgroup } from './cgroup'
import type { ResourceLimits } from './resource-limits'

/** Exit code of a start that couldn't join its control groups, or set its limits: nothing was run. */
export const notJoinedCode = 125

/** Start of what the script says then. */
export const notJoinedText = 'glovebox: not started: could not'

const shell = '/bin/sh'

/**
 * A fixed script: joins each file's group, sets the limits of its process, then becomes the program. Everything it
 * handles comes as an argument, never as text of the script.
 */
const script = [
  `no() { echo "${notJoinedText} $1" >&2; exit ${notJoinedCode}; }`,
  'while [ "$1" != -- ]; do echo 0 > "$1" || no "join $1"; shift; done',
  'ulimit -c 0 && ulimit -n "$2" && ulimit -f "$3" && ulimit -S -t "$4" && ulimit -H -t "$5" || no "set limits"',
  'shift 5',
  'exec "$@"',
].join('; ')

/** Unit of `ulimit -f`, as POSIX has it. */
const blockBytes = 512

/** The command that runs `command` in the control groups, each of its processes within the limits. */
export function inCgroup(
  cgroup: Cgroup,
  { openFiles, fileBytes, cpuSeconds }: ResourceLimits,
  command: readonly string[],
): readonly string[] {
  const limits = [openFiles, fileBytes / blockBytes, cpuSeconds, cpuSeconds + 1].map(String)
  return [shell, '-c', script, 'glovebox', ...cgroup.joins, '--', ...limits, ...command]
}
