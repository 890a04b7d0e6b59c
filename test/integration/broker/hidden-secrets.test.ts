import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import type { AgentEvent, Runtime } from '../../../src/main/runtimes'
import { type Capability, defaultLimits, type EventBody, type SessionId } from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'
import { planted } from '../../unit/log/planted'

const github = planted['GitHub token'] ?? ''
const capabilities: Capability[] = ['read_tracked_files', 'write_mirror', 'create_files']

/** Says what a file says: each line is an event, in a response of its own or all in one. */
function sayingLines(file: string, responses: 'each' | 'one' = 'each'): Runtime {
  const within = (event: AgentEvent): readonly AgentEvent[] =>
    responses === 'one'
      ? [event, { type: 'final', text: 'x' }]
      : [
          { type: 'response.started', responseId: 'r' },
          event,
          { type: 'final', text: 'x' },
          { type: 'response.finished', responseId: 'r' },
        ]
  return {
    ...quickRuntime(`cat ${file}`),
    createParser: () => ({
      line: (text) => within(JSON.parse(text) as AgentEvent),
      end: () => ({ events: [], failure: null }),
    }),
  }
}

async function run(
  services: Services,
  path = makeRepository({ 'a.txt': 'a\n' }),
  variant: string | null = null,
) {
  const project = unwrap(await services.projects.add(path))
  services.consents.grant(project, {
    runtimes: [quickName],
    capabilities,
    limits: defaultLimits,
    scope: { type: 'until_revoked' },
  })
  const started = await services.broker.start({
    projectId: project.id,
    prompt: 'Do it.',
    runtime: quickName,
    variant,
    outputSchema: null,
    policy: { capabilities, limits: defaultLimits, runtimes: [] },
  })
  return ended(services, unwrap(started).sessionId)
}

const native = (services: Services, id: SessionId): string =>
  services.store.read
    .nativeLines(id, { after: 0, limit: 100, whole: true })
    .lines.map(({ text }) => JSON.parse(text).text)
    .join('')
const said = (services: Services, id: SessionId, type: EventBody['type']): string =>
  bodies(services, id)
    .map((body) => (body.type === type && 'text' in body ? body.text : ''))
    .join('')

function storedBytes(folder: string): Buffer {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return Buffer.concat(
    entries.filter((each) => each.isFile()).map((each) => readFileSync(join(each.parentPath, each.name))),
  )
}

// I8: where a secret is in none of the texts that are masked one by one.
describe('a secret that no single text shows', () => {
  it('escaped in the agent’s JSON, also when its lines are parsed again', async () => {
    const folder = temporaryFolder()
    const file = join(temporaryFolder(), 'lines')
    writeFileSync(file, `{"type":"agent.message","text":"key \\u0067${github.slice(1)} end","final":false}\n`)
    const services = await startServices(folder, [sayingLines(file)])
    const { id } = await run(services)
    const again = unwrap(await services.broker.parseAgain(id))
    for (const each of [id, again])
      expect(said(services, each, 'agent.message')).toBe('key [masked: GitHub token] end')
    expect(native(services, id)).toBe('key [masked: GitHub token] end')
    services.store.close()
    const stored = storedBytes(folder)
    expect(stored.includes(github)).toBe(false)
    expect(stored.includes(github.slice(1))).toBe(false)
  })

  it('split over two outputs, or over two messages of one response', async () => {
    const file = join(temporaryFolder(), 'lines')
    const services = await startServices(temporaryFolder(), [sayingLines(file, 'one')])
    for (const event of [
      { type: 'tool.output', callId: 'c', stream: 'stdout' },
      { type: 'agent.message', final: false },
    ] as const) {
      const pieces = [github.slice(0, 20), `${github.slice(20)} end\n`]
      writeFileSync(file, pieces.map((text) => `${JSON.stringify({ ...event, text })}\n`).join(''))
      const { id } = await run(services)
      const again = unwrap(await services.broker.parseAgain(id))
      for (const each of [id, again]) {
        expect(said(services, each, event.type)).toContain('[masked: GitHub token]')
        expect(said(services, each, event.type)).not.toContain(github.slice(4, 20))
        expect(said(services, each, event.type)).toContain(' end')
      }
      expect(native(services, id)).not.toContain(github.slice(4, 20))
    }
    services.store.close()
  })

  it('a private key that is printed line by line', async () => {
    const folder = temporaryFolder()
    const file = join(temporaryFolder(), 'key.pem')
    execFileSync('openssl', ['genrsa', '-traditional', '-out', file, '2048'], { stdio: 'ignore' })
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter(({ length }) => length === 64)
    expect(lines.length).toBeGreaterThan(20)
    const services = await startServices(folder, [quickRuntime(`cat ${file}; echo done`)])
    const { id } = await run(services)
    expect(said(services, id, 'agent.message')).toMatch(/done$/)
    services.store.close()
    const stored = storedBytes(folder)
    expect(lines.filter((line) => stored.includes(line))).toEqual([])
  })

  it('in what a session begins with: the project’s path and name, the model', async () => {
    const path = makeRepository({ 'a.txt': 'a\n' }, join(temporaryFolder(), github))
    const services = await startServices(temporaryFolder(), [quickRuntime()])
    const { id } = await run(services, path, github)
    const started = bodies(services, id)[0]
    expect(JSON.stringify(started)).not.toContain(github)
    expect(started).toMatchObject({
      projectName: '[masked: GitHub token]',
      variant: '[masked: GitHub token]',
    })
    services.store.close()
  })
})
