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

export type RelayStart = {
  readonly relay: Relay
  /** Absolute paths inside the box. */
  readonly interpreter: string
  readonly script: string
  /** Which loopback port leads to which socket, by its path inside the box. */
  readonly ports: Readonly<Record<number, string>>
}

/** Exit codes of the relay itself, before the program has started; it says why on its error output. */
export const relayExitCodes = { unusable: 125, notStarted: 126, notFound: 127 } as const

/**
 * What a box puts in front of a program: the relay listens first, then becomes the program, with its process id, signals,
 * streams and exit code.
 */
export function relayEntry({ relay, interpreter, script, ports }: RelayStart): readonly string[] {
  const forwards = Object.entries(ports).map(([port, socket]) => `${port}=${socket}`)
  return [interpreter, ...relay.options, script, ...forwards, '--']
}
