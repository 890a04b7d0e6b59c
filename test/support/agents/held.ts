import type { TestEngine } from '../docker/engine'
import { calling, claudeCalls, codexCalls, patchParts } from '../model-server'
import { type App, all, type Recorded } from './app'
import type { AgentName } from './index'

/** What a model has its agent do in a box: run a command, and mend the sample's addition. */
export const deeds = {
  claude: {
    run: claudeCalls.bash,
    edit: [
      calling(claudeCalls.read('src/add.js')),
      calling(claudeCalls.edit('src/add.js', 'a - b', 'a + b')),
    ],
  },
  codex: {
    run: (command: string) => codexCalls.shell(command),
    edit: [calling(codexCalls.patch(patchParts.update('src/add.js', '  return a - b;', '  return a + b;')))],
  },
} as const satisfies Readonly<Record<AgentName, unknown>>

/** A command that says 42, how often the key is found inside, and "not there" of the repository and the app's data. */
export function lookAround(app: App): string {
  const look =
    'env; cat /proc/*/environ /proc/*/cmdline; find "$HOME" /tmp /run "$PWD" -type f -exec cat {} +'
  return `node -e "console.log(6*7)"; (${look}) 2>/dev/null | tr '\\0' '\\n' | grep -c "test-key-of-no-accoun[t]"; ls ${app.project.path} ${app.data} || echo "not there"`
}

/** All that the commands of a run printed. */
export function printedIn(played: Recorded): string {
  const finished = all(played, 'tool.finished').map(({ output }) => output ?? '')
  return [...all(played, 'tool.output').map(({ text }) => text), ...finished].join('')
}

/** How many containers an engine has, running or not. */
export async function containersIn(engine: TestEngine): Promise<number> {
  const listed = await engine.ask('GET', '/containers/json?all=1')
  return Array.isArray(listed) ? listed.length : -1
}
