import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type AgentName, type AgentOutcome, type AgentRun, runAgent, toldBy } from '../support/agents'
import {
  calling,
  claudeCalls,
  codexCalls,
  fails,
  type ModelServer,
  patchParts,
  type Scenario,
  startModelServer,
  text,
  type Usage,
} from '../support/model-server'

const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** The real program of an agent, through one scenario. */
async function play(
  agent: AgentName,
  scenario: Scenario,
  run: Partial<Omit<AgentRun, 'agent' | 'server'>> = {},
): Promise<{ readonly server: ModelServer; readonly outcome: AgentOutcome }> {
  const server = await startModelServer(scenario)
  servers.push(server)
  return { server, outcome: await runAgent({ agent, mode: 'read', server, ...run }) }
}

const file = ({ folders }: AgentOutcome, path: string): string =>
  readFileSync(join(folders.workspace, path), 'utf8')

/** Uneven numbers, so that no two are taken for each other. */
const usage: Usage = { input: 311, cacheRead: 2_003, cacheWrite: 127, output: 89, reasoning: 31 }

/** Claude Code tells no reasoning apart, since the Messages API does not. */
const seen = (agent: AgentName, { reasoning, ...rest }: Usage): Usage => ({
  ...rest,
  reasoning: agent === 'claude' ? 0 : reasoning,
})

const agents: readonly AgentName[] = ['claude', 'codex']

// What the app itself does with them, failures and long answers too, is in app.test.ts.
describe.each(agents)('%s against the model server', (agent) => {
  it('answers, and tells the tokens that were reported', async () => {
    const { server, outcome } = await play(agent, [text('Hello there.', { usage })])
    expect(outcome.exitCode).toBe(0)
    expect(toldBy(outcome)).toEqual({ answer: 'Hello there.', usage: seen(agent, usage) })
    expect(server.usage.sum).toEqual(usage)
    expect(server.modelRequests).toHaveLength(1)
    expect(server.modelRequests[0]?.workingFolder).toBe(outcome.folders.workspace)
  })

  it('reads and edits a file over three responses, whose tokens add up', async () => {
    const { server, outcome } = await play(agent, readAndEdit(agent), { mode: 'write' })
    expect(toldBy(outcome)).toEqual({ answer: 'Fixed.', usage: seen(agent, server.usage.sum) })
    expect(server.usage.responses).toHaveLength(3)
    expect(server.usage.sum.input).toBe(3 * usage.input)
    expect(file(outcome, 'src/add.js')).toContain('a + b')
  })

  it.each([503])('comes through two answers %i', async (status) => {
    const { server, outcome } = await play(agent, [
      { ...fails(status), times: 2 },
      text('Recovered.', { usage }),
    ])
    expect(outcome.exitCode).toBe(0)
    expect(toldBy(outcome)).toEqual({ answer: 'Recovered.', usage: seen(agent, usage) })
    expect(server.modelRequests).toHaveLength(3)
  })

  it.each(['reset', 'truncate', 'malformed'] as const)(
    'comes through a stream that breaks: %s',
    async (how) => {
      const { server, outcome } = await play(agent, [
        text('This text breaks off in the middle.', { chunk: 5, break: { how } }),
        text('Recovered.', { usage }),
      ])
      expect(toldBy(outcome)).toEqual({ answer: 'Recovered.', usage: seen(agent, usage) })
      expect(server.usage.sum).toEqual(usage)
    },
  )
})

function readAndEdit(agent: AgentName): Scenario {
  const [read, edit] =
    agent === 'claude'
      ? [claudeCalls.read('src/add.js'), claudeCalls.edit('src/add.js', 'a - b', 'a + b')]
      : [
          codexCalls.shell('cat src/add.js'),
          codexCalls.patch(patchParts.update('src/add.js', '  return a - b;', '  return a + b;')),
        ]
  return [{ ...calling(read), usage }, { ...calling(edit), usage }, text('Fixed.', { usage })]
}
