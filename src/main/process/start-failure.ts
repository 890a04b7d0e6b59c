import { basename } from 'node:path'
import { type Failure, failure } from '../../shared'
import type { Invocation } from './invocation'

/** Why no process came to be, for callers that have to tell one from another: `details.reason` of the failure. */
export type StartFailureReason =
  | 'not_found'
  | 'no_interpreter'
  | 'folder_missing'
  | 'not_allowed'
  | 'not_a_program'
  | 'too_large'
  | 'no_resources'
  | 'bad_argument'
  | 'other'

/** What was there when a start had failed: the system gives one error for a missing program, interpreter or folder. */
export type Present = { readonly folder: boolean; readonly executable: boolean }

/** Turns the error of a process that could not be created into `runtime.start_failed` with a sentence. */
export function startFailure(
  { executable, folder }: Pick<Invocation, 'executable' | 'folder'>,
  error: unknown,
  present: Present,
): Failure {
  const reason = present.folder ? reasonOf(codeOf(error), present.executable) : 'folder_missing'
  const details = { reason, executable, ...(reason === 'folder_missing' ? { folder } : {}) }
  return failure('runtime.start_failed', sentences[reason](basename(executable)), details, error)
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : ''
}

function reasonOf(code: string, executableExists: boolean): StartFailureReason {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return executableExists ? 'no_interpreter' : 'not_found'
    case 'EACCES':
    case 'EPERM':
      return 'not_allowed'
    case 'ENOEXEC':
      return 'not_a_program'
    case 'E2BIG':
      return 'too_large'
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return 'no_resources'
    case 'ERR_INVALID_ARG_VALUE':
    case 'ERR_INVALID_ARG_TYPE':
      return 'bad_argument'
    default:
      return 'other'
  }
}

const sentences: Readonly<Record<StartFailureReason, (program: string) => string>> = {
  not_found: (program) =>
    `Not started: ${program} is not there any more. Install it again, then probe again.`,
  no_interpreter: (program) =>
    `Not started: what ${program} itself needs to run (its interpreter or loader) is missing. Install it again.`,
  folder_missing: (program) => `Not started: the folder that ${program} would work in is not there any more.`,
  not_allowed: (program) =>
    `Not started: this account may not run ${program}. Check the permissions of the program and its folder.`,
  not_a_program: (program) =>
    `Not started: ${program} is not a program that this system can run. Install the one for this system.`,
  too_large: (program) =>
    `Not started: what ${program} was to be given is too large for this system. Shorten the prompt.`,
  no_resources: (program) =>
    `Not started: the system has no room for another process. Close something, then start ${program} again.`,
  bad_argument: (program) => `Not started: an argument for ${program} holds a character that none may hold.`,
  other: (program) => `Not started: the system refused to start ${program}.`,
}
