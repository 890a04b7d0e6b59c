/** Every failure that can cross a module or process boundary, by family. The message says what to do; the code says what happened. */
export const errorCodes = [
  'consent.missing',
  'consent.expired',
  'consent.revoked',
  'consent.consumed',
  'consent.runtime_not_covered',
  'consent.capability_not_covered',
  'consent.limit_not_covered',
  'consent.project_changed',
  'consent.not_found',
  'policy.invalid',
  'policy.capability_missing',
  'policy.capability_exceeded',
  'policy.limit_reached',
  'policy.schema_invalid',
  'runtime.unavailable',
  'runtime.unknown',
  'runtime.start_failed',
  'runtime.changed',
  'runtime.invocation_mismatch',
  'runtime.exited',
  'runtime.no_final_message',
  'sandbox.level_not_held',
  'workspace.not_found',
  'workspace.not_a_folder',
  'workspace.not_a_repository',
  'workspace.bare_repository',
  'workspace.inside_repository',
  'workspace.foreign_owner',
  'workspace.symlink',
  'workspace.no_commits',
  'workspace.unreadable',
  'workspace.git_missing',
  'workspace.git_failed',
  'workspace.too_large',
  'workspace.mirror_failed',
  'workspace.snapshot_failed',
  'store.newer',
  'store.corrupt',
  'store.unavailable',
  'store.not_found',
  'store.full',
  'store.broken_chain',
  'replay.frame_not_found',
  'replay.content_missing',
  'ipc.bad_sender',
  'ipc.unknown_call',
  'ipc.bad_input',
  'ipc.bad_output',
  'internal.bug',
  'internal.interrupted',
] as const

export type ErrorCode = (typeof errorCodes)[number]

const retryable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'store.full',
  'runtime.start_failed',
  'workspace.git_failed',
])

/** Whether doing the same again, unchanged, may succeed. */
export function isRetryable(code: ErrorCode): boolean {
  return retryable.has(code)
}
