import type { AgentSettings, ErrorCode, GloveboxError, SessionStatus } from '../../shared'
import { formatExact } from './time'

/** What can be done about a run that did not succeed. `agents`, `level`: a part of the settings. */
export type NextActionType =
  | 'grant'
  | 'raise_limit'
  | 'run_again'
  | 'change_request'
  | 'agents'
  | 'level'
  | 'projects'

export type NextAction = {
  readonly type: NextActionType
  /** Names the act: “Sign in…”. */
  readonly label: string
  /** What to see to first, where the error's own sentence does not say. */
  readonly hint: string | null
  /** Another way out, which stands beside the first. */
  readonly also: { readonly type: NextActionType; readonly label: string } | null
}

const act = (
  type: NextActionType,
  label: string,
  hint: string | null = null,
  also: NextAction['also'] = null,
): NextAction => ({ type, label, hint, also })

const again = act('run_again', 'Run again…')
const grant = act('grant', 'Grant consent…')
const grantAgain = act('grant', 'Grant again…')
const changeConsent = act('grant', 'Change consent…')
const change = act('change_request', 'Change the request…')
const raise = act('raise_limit', 'Raise the limit and run again…', null, {
  type: 'grant',
  label: 'Change consent…',
})
const agentSettings = { type: 'agents', label: 'Agent settings' } as const
const project = act('projects', 'See the project')

/** The way out of every error that can end a run. One table: a new code does not compile until it has one. */
const byCode: Readonly<Record<ErrorCode, NextAction>> = {
  'consent.missing': grant,
  'consent.expired': act('grant', 'Renew consent…'),
  'consent.revoked': grantAgain,
  'consent.consumed': grantAgain,
  'consent.runtime_not_covered': changeConsent,
  'consent.capability_not_covered': changeConsent,
  'consent.limit_not_covered': changeConsent,
  'consent.project_changed': project,
  'consent.not_found': grant,
  'policy.invalid': change,
  'policy.capability_missing': change,
  'policy.capability_exceeded': change,
  'policy.limit_reached': raise,
  'policy.schema_invalid': act('change_request', 'Mend the schema…'),
  'runtime.unavailable': act('agents', 'See what was found'),
  'runtime.not_found': act('agents', 'Install or locate it…'),
  'runtime.too_old': act('agents', 'See which version was found'),
  'runtime.not_signed_in': act('agents', 'Sign in…'),
  'runtime.broken': act('agents', 'See what was found'),
  'runtime.unknown': act('change_request', 'Choose another agent…'),
  'runtime.start_failed': again,
  'runtime.changed': act('agents', 'Probe again…'),
  'runtime.invocation_mismatch': again,
  'runtime.exited': again,
  'runtime.no_final_message': again,
  'runtime.wrong_output': act(
    'change_request',
    'Change the schema or the prompt…',
    'The answer is in the timeline, with what is wrong in it. An easier schema, or a prompt that describes it, may help.',
  ),
  'runtime.transient': act('run_again', 'Run again…', null, agentSettings),
  'runtime.rate_limited': again,
  'runtime.usage_limit': act('change_request', 'Choose another model or agent…'),
  'runtime.sign_in': act('agents', 'Sign in again…'),
  'runtime.billing': act('agents', 'Use another key…'),
  'runtime.invalid_request': act(
    'change_request',
    'Change the request…',
    'Another model, or a plainer request, may be taken.',
  ),
  'runtime.model_not_found': act('change_request', 'Choose another model…'),
  'runtime.refused': act('change_request', 'Change the prompt…'),
  'runtime.too_long': act('change_request', 'Shorten the request…'),
  'runtime.network': act('run_again', 'Run again…', null, agentSettings),
  'settings.invalid': act('agents', 'Open the settings'),
  'settings.key_not_kept': act('agents', 'Enter the key again…'),
  'sandbox.level_not_held': act('level', 'See what was probed'),
  'sandbox.not_installed': act('level', 'See what was probed'),
  'sandbox.too_old': act('level', 'See what was probed'),
  'sandbox.not_permitted': act('level', 'See what was probed'),
  'sandbox.unsupported': act('level', 'See what was probed'),
  'sandbox.lying': act('level', 'See what was probed'),
  'sandbox.probe_failed': act('level', 'See what was probed'),
  'sandbox.changed': act('level', 'Probe again…'),
  'sandbox.not_consented': act('level', 'See what was probed', null, {
    type: 'run_again',
    label: 'Run again…',
  }),
  'sandbox.bad_mount': again,
  'sandbox.not_inside': again,
  'sandbox.start_failed': again,
  'sandbox.closed': again,
  'sandbox.image_failed': act('level', 'See what was probed'),
  'sandbox.lost': again,
  'sandbox.tool_denied': change,
  'workspace.not_found': project,
  'workspace.not_a_folder': project,
  'workspace.not_a_repository': project,
  'workspace.bare_repository': project,
  'workspace.inside_repository': project,
  'workspace.foreign_owner': project,
  'workspace.symlink': project,
  'workspace.no_commits': project,
  'workspace.unreadable': project,
  'workspace.git_missing': project,
  'workspace.git_failed': again,
  'workspace.too_large': raise,
  'workspace.mirror_failed': again,
  'workspace.snapshot_failed': again,
  'store.newer': again,
  'store.corrupt': again,
  'store.unavailable': again,
  'store.not_found': project,
  'store.full': act(
    'run_again',
    'Run again…',
    'Free some space on the disk that holds Glovebox’s data folder.',
  ),
  'store.broken_chain': again,
  'replay.frame_not_found': again,
  'replay.content_missing': again,
  'ipc.bad_sender': again,
  'ipc.unknown_call': again,
  'ipc.bad_input': again,
  'ipc.bad_output': again,
  'internal.bug': again,
  'internal.interrupted': again,
  'internal.closing': again,
}

/** Where a session ended without an error of its own. */
const byStatus: Readonly<Record<SessionStatus, NextAction | null>> = {
  running: null,
  succeeded: null,
  failed: again,
  denied: grant,
  unavailable: act('agents', 'See what was found'),
  cancelled: again,
  limit_exceeded: raise,
  invalid_output: again,
  interrupted: again,
}

/** How the agent signs in and which address of its model is set now, where that is known. */
export type SignInNow = Pick<AgentSettings, 'signIn' | 'baseUrl'>

/**
 * What to do about how a session ended; null while it runs and where there is nothing to mend. `set`: what is set for
 * its agent now.
 */
export function nextAction(
  status: SessionStatus,
  error: GloveboxError | null,
  set: SignInNow | null = null,
): NextAction | null {
  if (status === 'running' || status === 'succeeded') return null
  if (status === 'limit_exceeded' && error?.code === 'policy.limit_reached') return raise
  if (error === null) return byStatus[status]
  const next = byCode[error.code]
  // What is above the consent or the contract before a start is a wrong request, not a limit that was reached.
  if (status === 'denied' && next.type === 'raise_limit') return change
  if (error.code === 'runtime.sign_in' && set?.signIn === 'key') return { ...next, label: 'Change the key…' }
  if (error.code === 'runtime.network' && set?.baseUrl != null)
    return { ...next, hint: `The address set for its model is ${set.baseUrl}` }
  const resetsAt = error.details['resetsAt']
  if (error.code !== 'runtime.usage_limit' || typeof resetsAt !== 'number') return next
  return { ...next, hint: `By this machine’s clock, it is restored ${formatExact(resetsAt)}.` }
}
