import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { anthropicApi, insideUrl, openaiApi, proxyVariables, type Relay } from '../../src/main/egress'
import { runBounded } from '../../src/main/process'
import { type AgentMode, type AgentName, agentInvocation, agentProgram, sampleFiles } from '../support/agents'
import { boxRequest, makeFolders, megabyte, type TestFolders, testBackend, toolOf } from '../support/box'
import {
  atHome,
  certificateFor,
  closeAll,
  makeBridge,
  startOrigin,
  startProviderProxy,
  startProxy,
  toClose,
} from '../support/egress'
import {
  calling,
  claudeCalls,
  codexCalls,
  type ModelServer,
  patchParts,
  type Scenario,
  startModelServer,
  text,
} from '../support/model-server'
import { writeFiles } from '../support/repository'

afterEach(closeAll)

const realKey = 'the-key-that-stays-outside'
const apis = { claude: anthropicApi, codex: openaiApi } as const

type BoxedRun = {
  readonly mode?: AgentMode
  readonly relay?: Relay['name']
  /** Of the account; outside. */
  readonly key?: string
  readonly scenario: Scenario
  /** Asks the program to end as soon as this resolves. */
  readonly until?: (server: ModelServer) => Promise<unknown>
}

async function play(
  agent: AgentName,
  { mode = 'run', relay = 'perl', key = realKey, scenario, until }: BoxedRun,
) {
  const server = toClose(await startModelServer(scenario))
  const bridge = makeBridge(relay)
  const upstream = new URL(agent === 'claude' ? server.url : `${server.url}/v1`)
  const api = apis[agent]
  const proxy = await startProviderProxy({
    api,
    upstream,
    socketPath: join(bridge.folder, 'model.sock'),
    inject: async () => api.keyHeaders(key),
  })
  const folders = madeFolders()
  const asked = new AbortController()
  void until?.(server).then(() => asked.abort())
  const outcome = await runBoxed({
    agent,
    mode,
    folders,
    url: insideUrl(new URL(server.url), 8080),
    key: api.placeholder(key),
    request: bridge.request({ 8080: 'model.sock' }),
    signal: asked.signal,
  })
  return { server, proxy, folders, outcome }
}

function madeFolders(): TestFolders {
  const folders = makeFolders()
  writeFiles(folders.mirrorFolder, sampleFiles)
  for (const name of ['.claude', '.codex', 'tmp']) mkdirSync(join(folders.homeFolder, name))
  return folders
}

type Boxed = {
  readonly agent: AgentName
  readonly mode: AgentMode
  readonly folders: TestFolders
  readonly url: string
  readonly key: string
  readonly request: Parameters<typeof boxRequest>[1]
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly signal?: AbortSignal
}

async function runBoxed(boxed: Boxed) {
  const { agent, mode, folders, url, key, request, environment, args: more = [], signal } = boxed
  const { args, environment: own } = agentInvocation({
    agent,
    mode,
    url,
    folders: {
      workspace: folders.mirrorFolder,
      home: folders.homeFolder,
      temporary: join(folders.homeFolder, 'tmp'),
    },
  })
  const backend = testBackend()
  const wanted = boxRequest(folders, {
    limits: { memoryBytes: 4096 * megabyte, processes: 256, cpuMs: 120_000 },
    ...request,
  })
  const opened = await backend.open(await toolOf(backend), wanted)
  if (!opened.ok) throw new Error(opened.error.message)
  try {
    const wrapped = await opened.value.wrap({
      executable: agentProgram(agent),
      args: [...args, ...more, ...(agent === 'codex' ? ['-'] : [])],
      environment: {
        ...own,
        ...keyVariables(agent, key),
        ...environment,
      },
      folder: folders.mirrorFolder,
      input: 'The task follows.\n\nDo the task.',
    })
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    const began = performance.now()
    const ran = await runBounded(wrapped.value, {
      runToken: wanted.token,
      wallTimeMs: 90_000,
      outputBytes: 64 * megabyte,
      keepBytes: 16 * megabyte,
      grace: { interruptMs: 5000, terminateMs: 2000 },
      ...(signal === undefined ? {} : { signal }),
    })
    if (!ran.ok) throw new Error(ran.error.message)
    const { code, stdout, stderr, stopped, survivors } = ran.value
    return {
      code,
      stopped,
      survivors,
      stdout: Buffer.concat([stdout.head, stdout.tail]).toString('utf8'),
      stderr: Buffer.concat([stderr.head, stderr.tail]).toString('utf8'),
      tookMs: performance.now() - began,
    }
  } finally {
    await opened.value.close()
  }
}

const shell = { claude: claudeCalls.bash, codex: codexCalls.shell } as const
const edits = {
  claude: [
    calling(claudeCalls.read('src/add.js')),
    calling(claudeCalls.edit('src/add.js', 'a - b', 'a + b')),
  ],
  codex: [calling(codexCalls.patch(patchParts.update('src/add.js', '  return a - b;', '  return a + b;')))],
} as const
const agents: readonly AgentName[] = ['claude', 'codex']

const keyVariables = (agent: AgentName, key: string): Readonly<Record<string, string>> => {
  if (agent === 'codex') return { AGENT_MODEL_KEY: key }
  // The first of these that is there counts.
  return key.startsWith('sk-ant-oat')
    ? { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: key }
    : { ANTHROPIC_API_KEY: key }
}

/** Everything a command can look at for the key: its variables, those of all processes, every file it may read. */
const search = [
  'echo BEGIN',
  'env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n"',
  'find "$HOME" /tmp /run "$PWD" -type f -exec cat {} + 2>/dev/null',
  'echo END',
].join('; ')

describe.each(agents)('%s in a box without a network', (agent) => {
  it.each(['perl', 'python3'] as const)(
    'edits and runs commands; its model is reached by the %s relay',
    async (relay) => {
      const { server, proxy, folders, outcome } = await play(agent, {
        relay,
        scenario: [
          ...edits[agent],
          calling(shell[agent]('node src/add.js; cat src/add.js > seen.txt')),
          text('Fixed.'),
        ],
      })
      expect(outcome).toMatchObject({ code: 0, stopped: null, survivors: 0 })
      expect(outcome.stdout).toContain('Fixed.')
      expect(readFileSync(join(folders.mirrorFolder, 'src/add.js'), 'utf8')).toContain('a + b')
      expect(readFileSync(join(folders.mirrorFolder, 'seen.txt'), 'utf8')).toContain('a + b')
      expect(server.modelRequests.length).toBeGreaterThanOrEqual(3)
      const contacts = await proxy.ended(server.modelRequests.length)
      expect(
        contacts.every(({ via, allowed, reason }) => via === 'provider' && allowed && reason === null),
      ).toBe(true)
    },
  )

  it('has no key inside, while its requests arrive with one', async () => {
    const { server, outcome } = await play(agent, {
      scenario: [calling(shell[agent](search)), text('Looked.')],
    })
    expect(outcome.stdout).toContain('Looked.')
    const [first, second] = server.modelRequests
    const header = agent === 'claude' ? first?.headers['x-api-key'] : first?.headers['authorization']
    expect(header).toBe(agent === 'claude' ? realKey : `Bearer ${realKey}`)
    // What the command printed went to the model with the second request.
    const told = JSON.stringify(second?.body)
    expect(told).toMatch(/BEGIN.*END/s)
    expect(told).not.toContain(realKey)
    expect(outcome.stdout + outcome.stderr).not.toContain(realKey)
  })

  it('reaches nothing else', async () => {
    const look = [
      'exec 2>&1',
      `node -e "fetch('http://127.0.0.1:8080/v1/files').then(async (r) => console.log('files', r.status), (e) => console.log(e.message))"`,
      'curl -sS -m 3 http://example.org/ || echo "no way out"',
      'for p in 22 80 3128; do (echo > /dev/tcp/127.0.0.1/$p) && echo "open $p"; done',
      'true',
    ].join('; ')
    const { server, outcome } = await play(agent, {
      scenario: [calling(shell[agent](look)), text('Looked.')],
    })
    expect(outcome.stdout).toContain('Looked.')
    const told = JSON.stringify(server.modelRequests[1]?.body)
    expect(told).toContain('files 403')
    expect(told).toContain('no way out')
    expect(told).not.toMatch(/open \d/)
  })

  it('is cancelled in mid-answer and in mid-command, and nothing survives', async () => {
    const answering = await play(agent, {
      scenario: [{ type: 'endless' }],
      until: async (server) => {
        await server.nextModelRequest()
        await new Promise((done) => setTimeout(done, 500))
      },
    })
    expect(answering.outcome).toMatchObject({ stopped: 'asked', survivors: 0 })
    expect(await answering.proxy.ended(1)).toMatchObject([{ reason: 'broken' }])
    const busy = await play(agent, {
      scenario: [calling(shell[agent]('setsid sleep 300 & sleep 300')), text('Done.')],
      until: async (server) => {
        await server.nextModelRequest()
        await new Promise((done) => setTimeout(done, 1500))
      },
    })
    expect(busy.outcome).toMatchObject({ stopped: 'asked', survivors: 0 })
  })

  it('says that its model can’t be reached when the proxy is gone', async () => {
    const bridge = makeBridge()
    const outcome = await runBoxed({
      agent,
      mode: 'text',
      folders: madeFolders(),
      url: 'http://127.0.0.1:8080',
      key: 'none',
      request: bridge.request({ 8080: 'gone.sock' }),
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toMatch(/connect|disconnected/i)
  })

  it('has a way to its model and another to what is listed, which its commands take', async () => {
    const web = toClose(await startOrigin((_request, response) => response.end('the web answered\n')))
    const ask = (host: string): string => `curl -sS -m 10 http://${host}:${web.port}/ 2>&1`
    const server = toClose(
      await startModelServer([
        calling(shell[agent](`${ask('web.example.org')}; ${ask('evil.example.net')}`)),
        text('Looked.'),
      ]),
    )
    const bridge = makeBridge()
    const provider = await startProviderProxy({
      api: apis[agent],
      upstream: new URL(agent === 'claude' ? server.url : `${server.url}/v1`),
      socketPath: join(bridge.folder, 'model.sock'),
    })
    const proxy = await startProxy([atHome('web.example.org', web.port)], {
      socketPath: join(bridge.folder, 'out.sock'),
    })
    const variables = proxyVariables(3128)
    const given = Object.entries(variables).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    const outcome = await runBoxed({
      agent,
      mode: 'run',
      folders: madeFolders(),
      url: 'http://127.0.0.1:8080',
      key: apis[agent].placeholder(realKey),
      request: bridge.request({ 8080: 'model.sock', 3128: 'out.sock' }),
      environment: variables,
      // Codex gives its commands no variables of its own but a few.
      args: agent === 'codex' ? ['-c', `shell_environment_policy.set={${given.join(',')}}`] : [],
    })
    expect(outcome.stdout).toContain('Looked.')
    const told = JSON.stringify(server.modelRequests[1]?.body)
    expect(told).toContain('the web answered')
    expect(told).toContain('is not among the hosts that this run may reach')
    expect((await proxy.ended(2)).map(({ via, host, allowed }) => `${via} ${host} ${allowed}`)).toEqual([
      'http web.example.org true',
      'http evil.example.net false',
    ])
    expect(await provider.ended(2)).toHaveLength(2)
  })

  it('reaches an HTTPS model through a tunnel, by a name that only the proxy can look up', async () => {
    const server = toClose(await startModelServer([text('Through the tunnel.')]))
    const pair = certificateFor('models.example.org')
    const front = createTlsServer(pair, (socket) => {
      const back = connect(Number(new URL(server.url).port), '127.0.0.1')
      for (const each of [socket, back]) each.on('error', () => undefined)
      socket.pipe(back).pipe(socket)
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    toClose({ close: async () => void front.close() })
    const address = front.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const bridge = makeBridge()
    const proxy = await startProxy([atHome('models.example.org', port)], {
      socketPath: join(bridge.folder, 'out.sock'),
    })
    const folders = madeFolders()
    const trusted = join(folders.controlFolder, 'ca.pem')
    writeFileSync(trusted, pair.authority)
    const outcome = await runBoxed({
      agent,
      mode: 'text',
      folders,
      url: `https://models.example.org:${port}`,
      key: realKey,
      request: bridge.request({ 3128: 'out.sock' }),
      environment: {
        HTTPS_PROXY: 'http://127.0.0.1:3128',
        NODE_EXTRA_CA_CERTS: trusted,
        SSL_CERT_FILE: trusted,
      },
    })
    expect(outcome.stdout).toContain('Through the tunnel.')
    expect(server.modelRequests).toHaveLength(1)
    const contacts = await proxy.ended(1)
    expect(new Set(contacts.map(({ via, host, allowed }) => `${via} ${host} ${allowed}`))).toEqual(
      new Set(['tunnel models.example.org true']),
    )
  })
})

it('claude with a token of the user’s account: its requests arrive with the real one', async () => {
  const { server, outcome } = await play('claude', {
    key: 'sk-ant-oat01-stays-outside',
    scenario: [calling(claudeCalls.bash(search)), text('Looked.')],
  })
  expect(outcome.stdout).toContain('Looked.')
  const [first, second] = server.modelRequests
  expect(first?.headers['authorization']).toBe('Bearer sk-ant-oat01-stays-outside')
  expect(first?.headers['x-api-key']).toBeUndefined()
  // What the API takes such a token with; the program says it only when it believes to have one.
  expect(first?.headers['anthropic-beta']).toContain('oauth-')
  expect(JSON.stringify(second?.body)).not.toContain('stays-outside')
})
