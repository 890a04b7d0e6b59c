import type { Result } from '../../../shared'
import type { Invocation } from '../../process'

/** Runs a short program to its end; the process slice's `runCommand` is one. Any exit code is a value. */
export type RunCommand = (
  invocation: Invocation,
  options: { readonly timeoutMs: number; readonly maxOutputBytes: number },
) => Promise<Result<{ readonly code: number | null; readonly stdout: Buffer; readonly stderr: string }>>
