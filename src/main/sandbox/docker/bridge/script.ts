import perlText from './bridge.pl?raw'
import pythonText from './bridge.py?raw'
import { largestContent } from './frames'
import type { BridgeLimits } from './limits'

/**
 * Becomes the script for whichever interpreter the image has. The texts come as arguments, so that nothing has to lie in
 * the container, where an image of anybody's has its own ideas of folders.
 */
const chooser = `perl=$1 python=$2; shift 2
for program in /usr/bin/perl /usr/local/bin/perl; do
  [ -x "$program" ] && exec "$program" -e "$perl" -- "$@"
done
for program in /usr/bin/python3 /usr/local/bin/python3; do
  [ -x "$program" ] && exec "$program" -I -S -c "$python" "$@"
done
echo 'glovebox-bridge: neither perl nor python3 is in the image' >&2
exit 127`

/** Exit code of `bridgeCommand` where the image has no interpreter. */
export const noInterpreterCode = 127

/** What is run inside to listen on these paths and carry what comes. */
export function bridgeCommand(paths: readonly string[], limits: BridgeLimits): readonly string[] {
  const { windowBytes, connections } = limits
  return [
    ...['/bin/sh', '-c', chooser, 'glovebox', perlText, pythonText],
    // Half of ours: what is over inside may still hold something here.
    ...[String(windowBytes), String(Math.ceil(connections / 2)), String(largestContent)],
    ...paths,
  ]
}
