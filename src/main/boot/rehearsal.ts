import { homedir } from 'node:os'
import { app } from 'electron'
import { runCommand } from '../process'
import { createRehearsalRuntime, type EmbeddedProgram, listNodeCandidates, type Runtime } from '../runtimes'
import type { locateResources } from './locations'

/** The built-in agent: played by a Node.js of the machine, else by this very program in its agent mode. */
export function createRehearsal(resources: ReturnType<typeof locateResources>): Runtime {
  const environment = process.env
  return createRehearsalRuntime({
    program: {
      nodeCandidates: () => listNodeCandidates({ environment, home: homedir(), platform: process.platform }),
      agentPath: resources.rehearsalAgent,
      scenariosFolder: resources.rehearsalScenarios,
      embedded: embeddedProgram(),
    },
    runCommand,
    environment,
    now: Date.now,
    pace: environment['GLOVEBOX_PACE'] === 'fast' ? 'fast' : 'real',
  })
}

/** Headless: the agent draws nothing. As root Chromium starts only without its sandbox; the agent loads no page. */
function embeddedProgram(): EmbeddedProgram {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  return {
    executable: process.execPath,
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      '--ozone-platform=headless',
      ...(app.isPackaged ? [] : [app.getAppPath()]),
      '--glovebox-rehearsal',
    ],
    version: app.getVersion(),
    environment: {},
  }
}
