import type { Cgroup } from './cgroup'

/** Exit code of a start that couldn't join its control groups: nothing was run. */
export const notJoinedCode = 125

const shell = '/bin/sh'

/**
 * A fixed script: joins each folder's group, then becomes the program. Everything it handles comes as an argument,
 * never as text of the script.
 */
const script = `while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs" || exit ${notJoinedCode}; shift; done; shift; exec "$@"`

/** The command that runs `command` in the control groups. */
export function inCgroup(cgroup: Cgroup | null, command: readonly string[]): readonly string[] {
  return cgroup === null ? command : [shell, '-c', script, 'glovebox', ...cgroup.folders, '--', ...command]
}
