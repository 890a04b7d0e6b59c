import perlText from './relay.pl?raw'
import pythonText from './relay.py?raw'

/**
 * What carries a box's loopback ports to our sockets, from inside. Two equal scripts, for whichever interpreter the box
 * has: perl is part of every Debian, Ubuntu and macOS, python3 of every Fedora; git brings perl nearly everywhere else.
 * It is no part of the boundary: whatever runs in its place inside reaches the same sockets, and no more.
 */
export type Relay = {
  readonly name: 'perl' | 'python3'
  /** Name of the script's file; its folder is the box's to choose. */
  readonly file: string
  readonly text: string
  /** Where the interpreter is looked for, in a box that has the system's own folders. */
  readonly interpreters: readonly string[]
  /** Arguments of the interpreter before the script's path. */
  readonly options: readonly string[]
}

/** Best first: perl starts in a third of python's time. */
export const relays: readonly Relay[] = [
  {
    name: 'perl',
    file: 'relay.pl',
    text: perlText,
    interpreters: ['/usr/bin/perl', '/usr/local/bin/perl'],
    options: [],
  },
  {
    name: 'python3',
    file: 'relay.py',
    text: pythonText,
    interpreters: ['/usr/bin/python3', '/usr/local/bin/python3'],
    // Nothing of the workspace, the home or the environment is loaded.
    options: ['-I', '-S'],
  },
]

/** Exit codes of the relay itself, before the program has started; it says why on its error output. */
export const relayExitCodes = { unusable: 125, notStarted: 126, notFound: 127 } as const

/** Becomes the relay for an interpreter that is there, with the script for it. */
const findRelay = [
  'folder=$1; shift',
  ...relays.map(
    ({ interpreters, options, file }) =>
      `for program in ${interpreters.join(' ')}; do
  [ -x "$program" ] && [ -f "$folder/${file}" ] && exec "$program" ${[...options, `"$folder/${file}"`].join(' ')} "$@"
done`,
  ),
  "echo 'glovebox-relay: neither perl nor python3 is here, one of which is needed to reach the network' >&2",
  `exit ${relayExitCodes.unusable}`,
].join('\n')

/**
 * What a box puts in front of a program: the relay listens first, then becomes the program, with its process id, signals,
 * streams and exit code. Which interpreter there is, is seen inside: a container may be of anybody's image. `folder`: by
 * its path inside, with the scripts of `relays`; `ports`: which loopback port leads to which socket, by its path inside.
 */
export function relayEntry(folder: string, ports: Readonly<Record<number, string>>): readonly string[] {
  const forwards = Object.entries(ports).map(([port, socket]) => `${port}=${socket}`)
  return ['/bin/sh', '-c', findRelay, 'glovebox', folder, ...forwards, '--']
}
