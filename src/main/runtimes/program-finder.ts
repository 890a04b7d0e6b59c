import { failure, type GloveboxError, ok, type Result } from '../../shared'
import { type ExecutableIdentity, identifyExecutable, type RunCommand } from '../process'
import type { InstallPlaces } from './install-folders'
import { listPrograms } from './program-candidates'
import { nodeFoldersFor } from './program-node'
import { askVersion, type VersionQuestion } from './program-version'

export type ProgramFinderDeps = InstallPlaces & {
  /** The program as people know it, for messages: `Claude Code`. */
  readonly title: string
  /** File names it goes by, without `.exe`, best first. */
  readonly names: readonly string[]
  /** Folders of the program's own installer, relative to the home folder. */
  readonly ownFolders?: readonly string[]
  readonly runCommand: RunCommand
  readonly versionArgs: readonly string[]
  /** The version (`1.2.3`) in what the program printed; null: this is not that program. */
  readonly parseVersion: (output: string) => string | null
  /** The oldest version that Glovebox can drive. */
  readonly oldest: string
  /** How long one program may take to say its version. */
  readonly timeoutMs: number
  /** How to install or update it: one sentence. */
  readonly install: string
  /** Variables besides the allow-listed ones and HOME that asking for the version needs. */
  readonly extraEnvironment?: Readonly<Record<string, string>>
  /** A program to start instead of the one found (a launcher's native program), by absolute path; null: as found. */
  readonly prefer?: (found: ExecutableIdentity) => Promise<string | null>
  /** Masks secrets in what a broken program printed (I8). */
  readonly redact?: (text: string) => string
}

/** `pathFolders`: what a launcher script needs on PATH to find its interpreter, to be put before the user's own. */
export type FoundProgram = {
  readonly identity: ExecutableIdentity
  readonly version: string
  readonly pathFolders: readonly string[]
}

export type ProgramFinder = {
  /**
   * The program at the path that the user set (then only that one counts), else the first working one on PATH or in the
   * usual install folders. Failures: runtime.not_found, runtime.broken, runtime.too_old (`details.found`, `.needed`).
   */
  readonly find: (settingsPath: string | null) => Promise<Result<FoundProgram>>
}

/** Of several that are there, so many are tried: the first alone, the others at the same time. */
const maxTried = 4

/**
 * Finds an agent program and asks it for its version: bounded in time and output, whatever the program does. An answer
 * holds until the file changes; a program that gave none is asked again at the next probe.
 */
export function createProgramFinder(deps: ProgramFinderDeps): ProgramFinder {
  const answers = new Map<string, Promise<Result<FoundProgram>>>()

  const ask = (candidate: Candidate): Promise<Result<FoundProgram>> => {
    const key = JSON.stringify(candidate.identity)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = question(deps, candidate)
    answers.set(key, answer)
    void answer.then((result) => {
      if (!result.ok && result.error.code === 'runtime.broken') answers.delete(key)
    })
    return answer
  }

  const findAny = async (): Promise<Result<FoundProgram>> => {
    const [first, ...others] = await identifyAll(deps, await listPrograms(deps))
    if (first === undefined) return notFound(deps)
    const best = await ask(first)
    if (best.ok || others.length === 0) return best
    const rest = await Promise.all(others.map(ask))
    return rest.find((result) => result.ok) ?? best
  }

  return {
    find: async (settingsPath) => {
      if (settingsPath === null || settingsPath.trim() === '') return findAny()
      const typed = typedPath(deps, settingsPath.trim())
      if (!typed.ok) return typed
      const identity = await identifyExecutable(typed.value)
      if (!identity.ok) return asFound(deps, identity.error)
      return ask(await toCandidate(deps, typed.value, identity.value))
    },
  }
}

type Candidate = { readonly launcher: string; readonly identity: ExecutableIdentity }

async function question(deps: ProgramFinderDeps, { launcher, identity }: Candidate) {
  const pathFolders = await nodeFoldersFor(deps, launcher, identity.path)
  const asked: VersionQuestion = { ...deps, executable: identity.path, pathFolders }
  const version = await askVersion(asked)
  return version.ok ? ok({ identity, version: version.value, pathFolders }) : version
}

/** The first few of the paths that lead to a program, each program once, however many links lead to it. */
async function identifyAll(deps: ProgramFinderDeps, paths: readonly string[]): Promise<readonly Candidate[]> {
  const candidates = new Map<string, Candidate>()
  for (const path of paths) {
    const identity = await identifyExecutable(path)
    if (!identity.ok) continue
    const candidate = await toCandidate(deps, path, identity.value)
    if (!candidates.has(candidate.identity.path)) candidates.set(candidate.identity.path, candidate)
    if (candidates.size === maxTried) break
  }
  return [...candidates.values()]
}

async function toCandidate(
  { prefer }: ProgramFinderDeps,
  launcher: string,
  identity: ExecutableIdentity,
): Promise<Candidate> {
  const path = (await prefer?.(identity)) ?? null
  const preferred = path === null ? null : await identifyExecutable(path)
  return { launcher, identity: preferred?.ok ? preferred.value : identity }
}

function typedPath({ home, platform, title }: ProgramFinderDeps, path: string): Result<string> {
  if (path.startsWith('~/')) return ok(`${home}/${path.slice(2)}`)
  const isWhole = platform === 'win32' ? /^([a-z]:[\\/]|\\\\)/i.test(path) : path.startsWith('/')
  if (isWhole) return ok(path)
  const example = platform === 'win32' ? 'C:\\' : '/'
  return failure(
    'runtime.not_found',
    `The path set for ${title} is not a whole one: it has to begin with ${example} or ~/. Change it in Settings → Agents, or leave it empty to have ${title} looked for.`,
    { path },
  )
}

function notFound({ title, install, names }: ProgramFinderDeps): Result<never> {
  return failure(
    'runtime.not_found',
    `${title} was not found on PATH or in the usual install folders. ${install} If it is somewhere else, type its path in Settings → Agents.`,
    { names },
  )
}

/** What is wrong with a path that the user typed. */
function asFound({ title }: ProgramFinderDeps, { message, details }: GloveboxError): Result<never> {
  const isMissing = message.endsWith('is not there.')
  return failure(
    isMissing ? 'runtime.not_found' : 'runtime.broken',
    `${message} Change the path of ${title} in Settings → Agents, or leave it empty to have it looked for.`,
    details,
  )
}
