import { basename, dirname, join } from 'node:path'
import type { Capability } from '../../../shared'
import type { InvocationInput } from '../runtime'
import { codexPlaces } from './home'
import { tomlString, tomlTable } from './toml'

type Input = Pick<InvocationInput, 'capabilities' | 'homeFolder' | 'executable' | 'settings' | 'box'>

const profile = 'glovebox'

/**
 * Codex's own sandbox for the commands that it runs, by the run's capabilities: the second fence inside Glovebox's.
 * Codex has no other way to read a file than a command, so commands can't be taken away without its sight:
 *
 * - without `run_commands`, commands see the system's folders and the mirror, and nothing else: they serve to read;
 * - with it, they see what the account may read, but for Codex's own home (sign-in, conversation), since tools of a
 *   project are anywhere (a Node of ~/.nvm), and may write to the run's temporary folder.
 *
 * The mirror may be written with `write_mirror` or `create_files` (which of the two, the broker tells apart). No command
 * reaches the network in either form. The profiles are a beta of Codex; one that does not know them ends with an error.
 *
 * In a box Codex's sandbox can't be put up a second time. The box holds every command, but they see what Codex itself
 * sees: a copied sign-in in its home (SECURITY.md), and its way to the model.
 */
export function permissionArgs(input: Input): readonly string[] {
  if (input.box !== null) return ['--sandbox=danger-full-access']
  // A `sandbox_mode` of the user's own file would win over the profile; the option wins over both.
  if (input.settings.loadUserSettings) return classicArgs(input.capabilities)
  const rules = tomlTable(input.capabilities.includes('run_commands') ? openRules(input) : closedRules(input))
  return [
    '-c',
    `default_permissions=${tomlString(profile)}`,
    '-c',
    `permissions.${profile}.filesystem=${rules}`,
    '-c',
    `permissions.${profile}.network={enabled=false}`,
  ]
}

const read = tomlString('read')
const write = tomlString('write')
const deny = tomlString('deny')

function closedRules({ capabilities, homeFolder, executable }: Input): Readonly<Record<string, string>> {
  return {
    ':minimal': read,
    // Codex starts itself as the sandbox's first program, by a link of its home.
    [codexPlaces(homeFolder).helpers]: read,
    ...Object.fromEntries(programFolders(executable.path).map((folder) => [folder, read])),
    ':workspace_roots': mirrorRule(capabilities),
  }
}

function openRules({ capabilities, homeFolder }: Input): Readonly<Record<string, string>> {
  const { codexHome } = codexPlaces(homeFolder)
  return {
    ':root': read,
    // Not the folder as a whole: bubblewrap lays an unreadable one over it, through which Codex can't start its helper.
    ...Object.fromEntries(privatePlaces.map((name) => [join(codexHome, name), deny])),
    ':tmpdir': write,
    ':workspace_roots': mirrorRule(capabilities),
  }
}

/** What Codex keeps in its home that a command has no business with: sign-in, settings, conversations. */
const privatePlaces = ['auth.json', 'config.toml', 'history.jsonl', 'sessions', 'archived_sessions', 'log']

function mirrorRule(capabilities: readonly Capability[]): string {
  return tomlTable({ '.': mayWrite(capabilities) ? write : read })
}

export function mayWrite(capabilities: readonly Capability[]): boolean {
  return capabilities.includes('write_mirror') || capabilities.includes('create_files')
}

/** The program, and in npm's package the search tool (rg) that it comes with. */
function programFolders(program: string): readonly string[] {
  const folder = dirname(program)
  const isPackage = basename(folder) === 'bin' && basename(dirname(dirname(folder))) === 'vendor'
  return isPackage ? [program, join(dirname(folder), 'codex-path')] : [program]
}

/** The older way: commands may read all that the account may. */
function classicArgs(capabilities: readonly Capability[]): readonly string[] {
  if (!mayWrite(capabilities)) return ['--sandbox=read-only']
  const only = 'writable_roots=[],exclude_slash_tmp=true,exclude_tmpdir_env_var=true,network_access=false'
  return ['--sandbox=workspace-write', '-c', `sandbox_workspace_write={${only}}`]
}
