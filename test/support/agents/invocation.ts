import { join } from 'node:path'
import type { AgentName } from './programs'

/** What the agent may do: `text` has no tool at all, `read` reads, `write` also edits, `run` also runs commands. */
export type AgentMode = 'text' | 'read' | 'write' | 'run'

export type AgentFolders = {
  readonly workspace: string
  readonly home: string
  readonly temporary: string
}

export type AgentInvocation = {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

type Wanted = {
  readonly agent: AgentName
  readonly mode: AgentMode
  readonly folders: AgentFolders
  /** Of the model server. */
  readonly url: string
  readonly model?: string
}

/** The flags under which each program keeps to its folders and loads nothing of the user's or the workspace's. */
export const agentInvocation = (wanted: Wanted): AgentInvocation =>
  wanted.agent === 'claude' ? claude(wanted) : codex(wanted)

const claudeTools: Readonly<Record<AgentMode, readonly string[]>> = {
  text: ['--tools=', '--permission-mode', 'dontAsk'],
  read: ['--tools=Read,Glob,Grep', '--permission-mode', 'dontAsk'],
  write: ['--tools=Read,Glob,Grep,Edit,Write', '--permission-mode', 'acceptEdits'],
  run: ['--tools=Read,Glob,Grep,Edit,Write,Bash', '--permission-mode', 'acceptEdits', '--allowedTools=Bash'],
}

function claude({ mode, folders, url, model }: Wanted): AgentInvocation {
  const config = join(folders.home, '.claude')
  const writes = mode === 'write' || mode === 'run'
  return {
    args: [
      '-p',
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--safe-mode', '--setting-sources=', '--strict-mcp-config'],
      ...['--disable-slash-commands', '--no-session-persistence'],
      ...claudeTools[mode],
      ...(writes ? [`--disallowedTools=Edit(/${config}/**)`] : []),
      ...(model === undefined ? [] : ['--model', model]),
    ],
    environment: {
      ...common(folders),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'test-key',
      CLAUDE_CONFIG_DIR: config,
      CLAUDE_CODE_TMPDIR: folders.temporary,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
      API_TIMEOUT_MS: '60000',
    },
  }
}

const codexSandbox: Readonly<Record<AgentMode, readonly string[]>> = {
  text: ['-s', 'read-only', '--disable', 'shell_tool'],
  read: ['-s', 'read-only'],
  write: [
    ...['-s', 'workspace-write'],
    ...[
      '-c',
      'sandbox_workspace_write={exclude_slash_tmp=true,exclude_tmpdir_env_var=true,network_access=false}',
    ],
  ],
  run: ['-s', 'danger-full-access'],
}

const codexSettings = [
  'approval_policy="never"',
  'web_search="disabled"',
  'check_for_update_on_startup=false',
  'history.persistence="none"',
  'analytics.enabled=false',
  'project_doc_max_bytes=0',
  'skills.include_instructions=false',
  'skills.bundled.enabled=false',
  'allow_login_shell=false',
  'shell_environment_policy.inherit="core"',
  'model_provider="test"',
]

const codexOff = ['apps', 'plugins', 'hooks', 'goals', 'multi_agent', 'tool_suggest', 'image_generation']

function codex({ mode, folders, url, model = 'gpt-5.5' }: Wanted): AgentInvocation {
  const provider = `{name="test",base_url="${url}/v1",env_key="AGENT_MODEL_KEY",wire_api="responses",supports_websockets=false,request_max_retries=2,stream_max_retries=2,stream_idle_timeout_ms=60000}`
  const settings = [...codexSettings, `model_providers.test=${provider}`]
  return {
    args: [
      ...['exec', '--json', '--ignore-user-config', '--ignore-rules', '--strict-config'],
      ...['--skip-git-repo-check', '--ephemeral', '-C', folders.workspace, '-m', model],
      ...settings.flatMap((setting) => ['-c', setting]),
      ...[...codexOff, 'unbounded_connection_retries'].flatMap((feature) => ['--disable', feature]),
      ...codexSandbox[mode],
    ],
    environment: {
      ...common(folders),
      CODEX_HOME: join(folders.home, '.codex'),
      AGENT_MODEL_KEY: 'test-key',
    },
  }
}

const common = ({ home, temporary }: AgentFolders): Readonly<Record<string, string>> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: home,
  LANG: 'C.UTF-8',
  TMPDIR: temporary,
})
