import { setTimeout as wait } from 'node:timers/promises'
import type { AgentName } from '../agents/programs'
import { runAgent } from '../agents/run-agent'
import { startModelServer, type Usage } from '../model-server'
import { claudeRecordings } from './claude'
import { codexRecordings } from './codex'
import type { Recording } from './recording'

export const recordings: Readonly<Record<AgentName, Readonly<Record<string, Recording>>>> = {
  claude: claudeRecordings,
  codex: codexRecordings,
}

/** One recorded run: its lines, and what is to be known beside them. */
export type Recorded = {
  readonly stdout: string
  readonly about: string
  readonly mode: string
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stderr: string
  readonly modelRequests: number
  /** The tokens that the model server reported. */
  readonly reported: Usage
}

/** Runs the real program through one scenario; machine paths and the port are replaced by neutral ones. */
export async function record(agent: AgentName, name: string): Promise<Recorded> {
  const recording = recordings[agent][name]
  if (!recording) throw new Error(`There is no scenario ${name} of ${agent}.`)
  const { about, mode, scenario, signal, ...rest } = recording
  const server = await startModelServer(scenario)
  try {
    const outcome = await runAgent({
      agent,
      mode,
      server,
      ...rest,
      ...(signal === undefined
        ? {}
        : { signal: { name: signal, when: () => server.nextModelRequest().then(() => wait(2_500)) } }),
    })
    const { workspace, home, temporary } = outcome.folders
    const neutral = (text: string): string =>
      text
        .replaceAll(workspace, '/workspace')
        .replaceAll(home, '/home/user')
        .replaceAll(temporary, '/tmp/agent')
        .replaceAll(workspace.replace(/\/workspace$/, ''), '')
        .replaceAll(server.url, 'http://127.0.0.1:8080')
    return {
      stdout: neutral(outcome.stdout),
      about,
      mode,
      exitCode: outcome.exitCode,
      signal: outcome.signal,
      stderr: neutral(outcome.stderr),
      modelRequests: server.modelRequests.length,
      reported: server.usage.sum,
    }
  } finally {
    await server.close()
  }
}
