import { failure, type GloveboxError } from '../../../shared'
import { notStartedCode, notStartedText } from './filter-program'

/** Texts of firejail's own sources (main.c, util.c, env.c, profile.c), with which it ends before any program runs. */
const startErrors: readonly RegExp[] = [
  // errExit(): the function that failed, the place in the sources, the system's words.
  /^Error [\w:]+: [\w./-]+\.c:\d+ /m,
  /^Error: "?.*"? is an invalid filename/m,
  /^Error: too (?:long|many) (?:environment variables|arguments)/m,
  /^Error: cannot establish communication with the parent/m,
  /^Error: .* is disabled in Firejail configuration/m,
]

/**
 * What stands in the way of a program that was to be started by firejail; null: it was started, and what it says is its
 * own. `command`: what was run, firejail among it.
 */
export function firejailStartError(
  command: readonly string[],
  code: number | null,
  errors: string,
): string | null {
  if (!command.some((part) => part.endsWith('/firejail'))) return null
  if (code === notStartedCode) return errors.endsWith(notStartedText) ? errors : null
  return code === 1 && startErrors.some((pattern) => pattern.test(errors)) ? errors : null
}

/** Says what a failed start of firejail means. */
export function explainFirejail(errorText: string): GloveboxError | null {
  const text = errorText.trim().slice(0, 500)
  if (/existing sandbox was detected/i.test(text))
    return failure(
      'sandbox.not_permitted',
      'firejail holds nothing here: inside a container or another sandbox it just starts the program. Run Glovebox outside of it, or choose another sandbox.',
      { reason: 'inside', text },
    ).error
  if (/clone|Operation not permitted|must be SUID|not setuid root/i.test(text))
    return failure(
      'sandbox.not_permitted',
      'firejail may not make namespaces here. Inside a container that is usual; elsewhere its program has to belong to root and be setuid: reinstall the package. Then probe again.',
      { reason: 'namespaces', text },
    ).error
  if (/disabled in Firejail configuration|restricted|firejail\.users|not allowed to run/i.test(text))
    return failure(
      'sandbox.not_permitted',
      'This machine’s settings of firejail (/etc/firejail) close what a box needs. An administrator can allow it. Then probe again.',
      { reason: 'settings', text },
    ).error
  return null
}
