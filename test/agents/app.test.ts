import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startRun } from '../../scripts/lib/journey.mjs'
import { findRunProcesses } from '../../src/main/process'
import type { AgentName } from '../support/agents'
import {
  type App,
  all,
  hashOfAgentFiles,
  mayRead,
  mayRun,
  mayWrite,
  pointAt,
  recorded,
  runInApp,
  startAgent,
  startApp,
} from '../support/agents/app'
import {
  calling,
  claudeCalls,
  codexCalls,
  fails,
  longText,
  type ModelServer,
  patchParts,
  type Scenario,
  startModelServer,
  type ToolCall,
  text,
} from '../support/model-server'
import { hashFolder } from '../support/repository'

let app: App
let homeBefore: string
const servers: ModelServer[] = []
beforeAll(async () => {
  app = await startApp()
  homeBefore = hashOfAgentFiles(app)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(async () => {
  await app.close()
})

const calls: Readonly<
  Record<
    AgentName,
    {
      readonly edit: ToolCall
      readonly create: ToolCall
      readonly remove: ToolCall
      readonly read: ToolCall
      readonly run: (command: string) => ToolCall
    }
  >
> = {
  claude: {
    read: claudeCalls.read('src/add.js'),
    edit: claudeCalls.edit('src/add.js', 'a - b', 'a + b'),
    create: claudeCalls.write('new.txt', 'made\n'),
    remove: claudeCalls.bash('rm notes.txt'),
    run: (command) => claudeCalls.bash(command),
  },
  codex: {
    read: codexCalls.shell('cat src/add.js'),
    edit: codexCalls.patch(patchParts.update('src/add.js', '  return a - b;', '  return a + b;')),
    create: codexCalls.patch(patchParts.add('new.txt', 'made\n')),
    remove: codexCalls.patch(patchParts.remove('notes.txt')),
    run: (command) => codexCalls.shell(command),
  },
}

async function play(agent: AgentName, scenario: Scenario, run: Parameters<typeof runInApp>[2] = {}) {
  const server = await startModelServer(scenario)
  servers.push(server)
  await pointAt(app, agent, server)
  return { server, ...(await runInApp(app, agent, run)) }
}

/** What the session says was used is what the model server reported. */
function expectTokens({ server, view }: Awaited<ReturnType<typeof play>>): void {
  const { sum } = server.usage
  expect({
    input: view.usage.inputTokens,
    cacheRead: view.usage.cacheReadTokens,
    cacheWrite: view.usage.cacheWriteTokens,
    output: view.usage.outputTokens,
  }).toEqual({
    input: sum.input,
    cacheRead: sum.cacheRead,
    cacheWrite: sum.cacheWrite,
    output: sum.output,
  })
}

const schema = {
  type: 'object',
  properties: { verdict: { type: 'string', enum: ['yes', 'no'] } },
  required: ['verdict'],
  additionalProperties: false,
}

describe.each(['claude', 'codex'] as const)('the real %s in the app', (agent) => {
  const { edit, create, remove, read, run } = calls[agent]

  it('answers', async () => {
    const played = await play(agent, [text('Forty-two.')])
    expect(played.view).toMatchObject({ status: 'succeeded', summary: 'Forty-two.', attempts: 1 })
    expectTokens(played)
    const [kept] = all(played, 'transcript.kept')
    expect(
      await app.call('sessions.content', {
        sessionId: played.view.id,
        hash: kept?.hash ?? '',
        mode: 'file',
      }),
    ).toMatchObject({ type: 'text', text: expect.stringContaining('Forty-two.') })
  })

  it('is shown live, started from the composer', async () => {
    const server = await startModelServer([
      calling(read),
      text('It is all as it should be.', { chunk: 5, chunkDelayMs: 100 }),
    ])
    servers.push(server)
    await pointAt(app, agent, server)
    const title = agent === 'claude' ? 'Claude Code' : 'Codex'
    await startRun(app.page, { prompt: `Look at it, ${agent}.`, agent: title })
    await app.page.getByText('add.js').first().waitFor()
    await app.page.getByText('It is all as it should be.').first().waitFor()
    await app.page.getByText('Succeeded').first().waitFor()
  })

  it('reads, edits and creates in the mirror alone', async () => {
    const before = hashFolder(app.project.path)
    const played = await play(agent, [calling(read), calling(edit), calling(create), text('Done.')], {
      capabilities: mayWrite,
    })
    expect(played.view).toMatchObject({ status: 'succeeded', changedFiles: 2 })
    expect(all(played, 'file.changed').map(({ path, change }) => [path, change])).toEqual([
      ['src/add.js', 'modified'],
      ['new.txt', 'created'],
    ])
    expect(played.view.frames).toBeGreaterThanOrEqual(agent === 'claude' ? 4 : 2)
    expect(hashFolder(app.project.path)).toBe(before)
    expectTokens(played)
  })

  it('deletes, and runs a command with its output and exit code', async () => {
    const played = await play(agent, [calling(remove), calling(run('echo seen; exit 3')), text('Done.')], {
      capabilities: mayRun,
    })
    expect(played.view.status).toBe('succeeded')
    expect(all(played, 'file.changed')).toMatchObject([{ path: 'notes.txt', change: 'deleted' }])
    const finished = all(played, 'tool.finished').at(-1)
    expect(finished).toMatchObject({ failed: true, exitCode: 3 })
    expect(finished?.output).toContain('seen')
    expectTokens(played)
  })

  it('is held by its capabilities: a tool it may not use changes nothing', async () => {
    const played = await play(agent, [calling(create), text('I could not.')], { capabilities: mayRead })
    expect(played.view).toMatchObject({ status: 'succeeded', changedFiles: 0 })
    expect(all(played, 'file.changed')).toEqual([])
  })

  it('gives structured output that is verified', async () => {
    const answer =
      agent === 'claude'
        ? [calling(claudeCalls.structured({ verdict: 'yes' })), text('{"verdict":"yes"}')]
        : [text('{ "verdict": "yes" }')]
    const played = await play(agent, answer, { outputSchema: schema })
    expect(played.view).toMatchObject({ status: 'succeeded', outputValid: true })
    expect(all(played, 'output.checked')).toEqual([
      { type: 'output.checked', valid: true, json: '{"verdict":"yes"}', problems: [] },
    ])
    expectTokens(played)
  })

  it('is asked once to correct a wrong structured output', async () => {
    const wrong = text('{"verdict":"perhaps"}')
    const right =
      agent === 'claude'
        ? [calling(claudeCalls.structured({ verdict: 'no' })), text('{"verdict":"no"}')]
        : [text('{"verdict":"no"}')]
    const played = await play(agent, agent === 'claude' ? [wrong, wrong, ...right] : [wrong, ...right], {
      outputSchema: schema,
    })
    expect(played.view).toMatchObject({ status: 'succeeded', outputValid: true, attempts: 2 })
    expect(all(played, 'output.checked').map(({ valid }) => valid)).toEqual([false, true])
    expect(all(played, 'attempt.started').map(({ reason }) => reason)).toEqual(['first', 'correction'])
  })

  it('succeeds after one overload, and after two', async () => {
    for (const times of [1, 2]) {
      const played = await play(agent, [
        { ...fails(agent === 'claude' ? 529 : 503), times },
        text('At last.'),
      ])
      expect(played.view).toMatchObject({ status: 'succeeded', summary: 'At last.' })
      expect(all(played, 'agent.retrying').length + all(played, 'retry.scheduled').length).toBe(times)
      expectTokens(played)
    }
  })

  it('fails after three', async () => {
    const played = await play(agent, { steps: [], rest: fails(agent === 'claude' ? 529 : 503) })
    expect(played.view).toMatchObject({ status: 'failed', error: { code: 'runtime.transient' } })
    expect(played.server.modelRequests).toHaveLength(3)
  })

  it('says why where the key is refused', async () => {
    const played = await play(agent, { steps: [], rest: fails(401) })
    expect(played.view).toMatchObject({ status: 'failed', error: { code: 'runtime.sign_in' } })
  })

  it('is cancelled in mid-stream, and leaves no process', async () => {
    const server = await startModelServer([{ type: 'endless', chunkDelayMs: 50 }])
    servers.push(server)
    await pointAt(app, agent, server)
    const id = await startAgent(app, agent)
    await server.nextModelRequest()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await app.call('runs.cancel', { sessionId: id })
    const played = await recorded(app, id)
    expect(played.view.status).toBe('cancelled')
    expect(await findRunProcesses([id])).toEqual([])
  })

  it.each([
    ['wallTimeMs', { wallTimeMs: 4000 }, { type: 'endless', chunkDelayMs: 50 } as const],
    ['outputBytes', { outputBytes: 20_000 }, text(longText(200_000))],
    ['events', { events: 3 }, text('one')],
    ['idleTimeMs', { idleTimeMs: 3000 }, { type: 'silence' } as const],
  ])('is ended at its limit: %s', async (limit, limits, step) => {
    const played = await play(agent, [step], { limits })
    expect(played.view).toMatchObject({ status: 'limit_exceeded', error: { details: { limit } } })
    expect(await findRunProcesses([played.view.id])).toEqual([])
  })

  it('takes a reply of 5 MB', async () => {
    const played = await play(agent, [text(longText(5 * 1024 * 1024), { chunk: 50_000 })], {
      limits: { outputBytes: 60 * 1024 * 1024 },
    })
    expect(played.view.status).toBe('succeeded')
    expect(played.view.summary).toHaveLength(5 * 1024 * 1024)
    expectTokens(played)
  })
})

it('has left the user’s home, with the settings and sign-ins of both programs, byte for byte as it was', () => {
  expect(hashOfAgentFiles(app)).toBe(homeBefore)
})
