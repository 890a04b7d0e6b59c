import { createHash } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, ok, type Result } from '../../shared'

export type CodeLanguage = 'python' | 'node' | 'sh'

const languages: Readonly<Record<CodeLanguage, { readonly program: string; readonly ending: string }>> = {
  python: { program: 'python3', ending: 'py' },
  node: { program: 'node', ending: 'mjs' },
  sh: { program: 'sh', ending: 'sh' },
}

/**
 * Puts code into a file of the control folder, which the box can read and never write, and gives the command that runs
 * it: code is never part of a command line. The file is named by its content.
 */
export async function commandForCode(
  controlFolder: string,
  language: CodeLanguage,
  code: string,
  programs: Readonly<Partial<Record<CodeLanguage, string>>> = {},
): Promise<Result<readonly [string, string]>> {
  const { program, ending } = languages[language]
  const name = createHash('sha256').update(code).digest('hex').slice(0, 32)
  const path = join(controlFolder, `code-${name}.${ending}`)
  try {
    await rm(path, { force: true })
    await writeFile(path, code, { mode: 0o600, flag: 'wx' })
    await chmod(path, 0o400)
    return ok([programs[language] ?? program, path] as const)
  } catch (cause) {
    return failure(
      'sandbox.start_failed',
      'Not started: the code could not be put where it is run from.',
      {},
      cause,
    )
  }
}
