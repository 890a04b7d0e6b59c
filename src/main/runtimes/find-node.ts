import { tmpdir } from 'node:os'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { failure, ok, type Result } from '../../shared'
import { type ExecutableIdentity, identifyExecutable, type RunCommand } from '../process'

export type FoundNode = { readonly identity: ExecutableIdentity; readonly version: string }

export type FindNodeDeps = {
  readonly candidates: readonly string[]
  readonly runCommand: RunCommand
  /** What a version manager's stand-in for `node` needs to find the real one: PATH and HOME. */
  readonly environment: Readonly<Record<string, string>>
}

const limits = { timeoutMs: 3000, maxOutputBytes: 16 * 1024 }
const maxCandidates = 40

/** The oldest Node that plays the agent and runs `node --test` with a reporter. */
export const oldestNode = { major: 18, minor: 15 }

/**
 * The first candidate that is a Node of a fitting version. Each is asked for its version and its own real path, since
 * a version manager puts a stand-in on PATH; Electron in Node's clothes is passed over.
 */
export async function findNode({
  candidates,
  runCommand,
  environment,
}: FindNodeDeps): Promise<Result<FoundNode>> {
  const tooOld: string[] = []
  for (const candidate of candidates.slice(0, maxCandidates)) {
    if (!(await identifyExecutable(candidate)).ok) continue
    const answer = await ask(candidate, runCommand, environment)
    if (answer === null) continue
    if (!isNewEnough(answer.version)) {
      tooOld.push(answer.version)
      continue
    }
    const identity = await identifyExecutable(answer.path)
    if (identity.ok) return ok({ identity: identity.value, version: answer.version })
  }
  const needed = `${oldestNode.major}.${oldestNode.minor}`
  const found = tooOld.length === 0 ? 'None was found.' : `Found only ${[...new Set(tooOld)].join(', ')}.`
  return failure(
    'runtime.unavailable',
    `The rehearsal needs Node ${needed} or newer. ${found} Install Node from nodejs.org, then probe again.`,
    { tried: candidates.length, tooOld },
  )
}

const question =
  'JSON.stringify([process.versions.node, process.execPath, process.versions.electron ?? null])'
const answerSchema = z.tuple([z.string(), z.string(), z.string().nullable()])

async function ask(
  candidate: string,
  runCommand: RunCommand,
  environment: FindNodeDeps['environment'],
): Promise<{ readonly version: string; readonly path: string } | null> {
  const asked = await runCommand(
    { executable: candidate, args: ['-p', question], environment, folder: tmpdir(), input: null },
    limits,
  )
  if (!asked.ok || asked.value.code !== 0) return null
  const answer = answerSchema.safeParse(parseJson(asked.value.stdout.toString('utf8')))
  if (!answer.success) return null
  const [version, path, electron] = answer.data
  return electron === null && isAbsolute(path) ? { version, path } : null
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
