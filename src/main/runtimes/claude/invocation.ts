import { join } from 'node:path'
import type { Capability } from '../../../shared'
import type { Invocation } from '../../process'
import type { HomeFile, InvocationInput } from '../runtime'
import { claudeEnvironment, configFolder, temporaryFolder } from './environment'

/**
 * Ends every prompt. In the last block alone the program looks for commands of its own (`/…`) and for files to read
 * (`@…`), so that block is ours and the user's text stays text.
 */
const lastBlock = 'You work in a copy of the project: the current folder is all of it.'

/** Linux takes no argument of 128 KiB or more; a schema that large goes into the prompt instead. */
const maxArgumentBytes = 120 * 1024

/**
 * One start of Claude Code. `--tools` is what really bounds it: a tool that is not named does not exist for the model.
 * The program's permissions are a second fence behind the mirror, never the only one.
 */
export function buildClaudeInvocation(input: InvocationInput, pathFolders: readonly string[]): Invocation {
  const { executable, mirrorFolder, prompt, outputSchema, variant, conversation } = input
  const asArgument = outputSchema !== null && Buffer.byteLength(outputSchema.text) < maxArgumentBytes
  return {
    executable: executable.path,
    args: [
      '-p',
      // Held open until its result is read: on exit it drops what was not read yet.
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--verbose',
      // Closing token counts for each response, and a sign of life while a long one is written.
      '--include-partial-messages',
      ...isolation(input),
      ...permissions(input),
      ...(variant === null ? [] : [`--model=${variant}`]),
      ...(asArgument ? [`--json-schema=${outputSchema.text}`] : []),
      ...(conversation === null ? [] : [`--resume=${conversation}`]),
    ],
    environment: claudeEnvironment(input, pathFolders),
    folder: mirrorFolder,
    input: `${JSON.stringify(
      userMessage([
        ...(outputSchema === null || asArgument
          ? []
          : [`Answer with nothing but JSON that meets this schema: ${outputSchema.text}`]),
        prompt,
        lastBlock,
      ]),
    )}\n`,
  }
}

function userMessage(blocks: readonly string[]): object {
  const content = blocks.map((text) => ({ type: 'text', text }))
  return { type: 'user', message: { role: 'user', content } }
}

/** Files of a run's own home: the sign-in or settings that are copied in, and the temporary folder. */
export function claudeHomeFiles({ signIn }: InvocationInput): readonly HomeFile[] {
  const copied = signIn.type === 'none' ? [] : (signIn.files ?? [])
  return [{ path: `${temporaryFolder}/.keep`, content: new Uint8Array() }, ...copied]
}

/**
 * What of settings, hooks, servers, skills and instructions is loaded: nothing, neither the repository's nor the
 * user's; or only what was copied in from the user's home. The repository's own is never loaded: it could run
 * commands that no capability allows.
 */
function isolation({ settings }: InvocationInput): readonly string[] {
  return settings.loadUserSettings
    ? ['--setting-sources=user']
    : ['--safe-mode', '--setting-sources=', '--strict-mcp-config', '--disable-slash-commands']
}

function permissions({ capabilities, homeFolder }: InvocationInput): readonly string[] {
  const tools = toolsFor(capabilities)
  const writes = tools.includes('Edit') || tools.includes('Write')
  // The program lets its file tools write to its memory folder in every mode.
  const folders = [join(homeFolder, configFolder), homeFolder].map(rulePath)
  const deny = folders.flatMap((folder) => [`Edit(${folder})`, `Read(${folder})`])
  return [
    `--tools=${tools.join(',')}`,
    // Without an allow rule for the file tools: that would open the whole disk to them.
    ...(tools.includes('Bash') ? ['--allowedTools=Bash'] : []),
    `--permission-mode=${writes ? 'acceptEdits' : 'dontAsk'}`,
    `--settings=${JSON.stringify({ permissions: { deny } })}`,
  ]
}

/**
 * The nearest set of tools that is no wider than the capabilities. Edit could create a file and Write could change one:
 * where only one of both is granted, the recorder is what stops it.
 */
function toolsFor(capabilities: readonly Capability[]): readonly string[] {
  const may = (capability: Capability): boolean => capabilities.includes(capability)
  return [
    ...(may('read_tracked_files') ? ['Read', 'Glob', 'Grep'] : []),
    ...(may('write_mirror') ? ['Edit'] : []),
    ...(may('create_files') ? ['Write'] : []),
    ...(may('run_commands') ? ['Bash'] : []),
  ]
}

/** A folder and all below it, as a permission rule names it: `//` begins an absolute path. */
function rulePath(folder: string): string {
  return `/${folder.split('\\').join('/')}/**`
}
