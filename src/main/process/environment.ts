import { delimiter, isAbsolute } from 'node:path'

/**
 * The variables an agent gets of the user's environment: what programs need to be found, to speak the user's language
 * and to find a temporary folder. Names in full, no patterns: `LC_MY_TOKEN` must not slip through.
 *
 * Left out on purpose:
 * - HOME, USERPROFILE, APPDATA, XDG_*: they lead programs to the user's settings and sign-ins (~/.npmrc, ~/.gitconfig,
 *   ~/.aws). A runtime whose agent needs a home gives it a throw-away one.
 * - *_PROXY: its value may hold a password. SSH_AUTH_SOCK, GPG_*, DBUS_*, DISPLAY, XAUTHORITY: doors to what the user
 *   is signed in to.
 * - NODE_OPTIONS, LD_*, DYLD_*, GIT_*, PYTHON*, BASH_ENV: they change what a program does.
 */
const allowed: readonly string[] = [
  'PATH',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_ADDRESS',
  'LC_COLLATE',
  'LC_CTYPE',
  'LC_IDENTIFICATION',
  'LC_MEASUREMENT',
  'LC_MESSAGES',
  'LC_MONETARY',
  'LC_NAME',
  'LC_NUMERIC',
  'LC_PAPER',
  'LC_TELEPHONE',
  'LC_TIME',
  'TZ',
  'TERM',
  'TMPDIR',
]

/** What Windows programs do not start without. Names there are compared without case. */
const allowedOnWindows: readonly string[] = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramData',
]

/**
 * The allow-listed part of an environment, the whole of what an agent is started with besides its own additions.
 * Relative entries of PATH are dropped: seen from the mirror they would name the repository's own files.
 */
export function environmentFor(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const names = platform === 'win32' ? [...allowed, ...allowedOnWindows] : allowed
  const sameCase = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name)
  const wanted = new Map(names.map((name) => [sameCase(name), name]))
  const result: Record<string, string> = {}
  for (const [given, value] of Object.entries(environment)) {
    const name = wanted.get(sameCase(given))
    if (name === undefined || value === undefined || value === '') continue
    result[name] = name === 'PATH' ? absoluteEntries(value) : value
  }
  return result
}

function absoluteEntries(path: string): string {
  return path.split(delimiter).filter(isAbsolute).join(delimiter)
}
