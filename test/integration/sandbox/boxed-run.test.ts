import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMachineSandbox } from '../../../src/main/boot/sandbox'
import type { Services } from '../../../src/main/boot/services'
import { anthropicApi } from '../../../src/main/egress'
import { findRunProcesses } from '../../../src/main/process'
import type { Runtime } from '../../../src/main/runtimes'
import {
  type Capability,
  defaultLimits,
  type Limits,
  type Project,
  type SessionView,
} from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { temporaryFolder } from '../../support/repository'
import { addSample, bodies, ended, grantAll, run, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

const megabyte = 1024 * 1024
const capabilities: Capability[] = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'run_commands',
  'reach_provider',
  'reach_network',
]

describe('a run in a measured box', () => {
  let services: Services
  let project: Project
  let folder: string
  let script = ''
  let signIn: Awaited<ReturnType<Runtime['signIn']>> = { ok: true, value: { type: 'none' } }
  let model: Server
  const requests: { readonly url: string | undefined; readonly key: string | string[] | undefined }[] = []

  /** Runs whatever script the test at hand has. */
  const scripted = (): Runtime => {
    const quick = quickRuntime()
    return {
      ...quick,
      signIn: () => Promise.resolve(signIn),
      buildInvocation: (input) => ({
        ...quick.buildInvocation(input),
        args: ['-c', script],
        environment: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: input.homeFolder,
          MODEL: input.settings.baseUrl ?? '',
          KEY: input.signIn.type === 'key' ? input.signIn.key : '',
        },
      }),
    }
  }

  beforeAll(async () => {
    model = createServer((request, response) => {
      requests.push({ url: request.url, key: request.headers['x-api-key'] })
      response.end('{"answer":42}')
    })
    await new Promise<void>((done) => model.listen(0, '127.0.0.1', done))
    folder = temporaryFolder()
    services = await startServices(folder, () => [scripted()], {
      sandbox: createMachineSandbox,
      providers: new Map([[quickName, { api: anthropicApi, upstream: () => new URL(urlOf(model)) }]]),
    })
    services.store.write.saveSettings({
      ...services.store.read.settings(),
      sandbox: { order: ['bubblewrap'], projects: {}, image: { type: 'own' } },
    })
    project = await addSample(services)
    services.consents.grant(project, {
      runtimes: [quickName],
      capabilities,
      limits: { ...defaultLimits },
      hosts: ['web.example.org', `localhost:${portOf(model)}`],
      scope: { type: 'until_revoked' },
    })
  })
  afterAll(() => {
    services.store.close()
    model.close()
  })
  afterEach(() => {
    signIn = { ok: true, value: { type: 'none' } }
    requests.length = 0
  })

  const play = async (
    text: string,
    more: {
      readonly limits?: Partial<Limits>
      readonly hosts?: string[]
      readonly capabilities?: Capability[]
    } = {},
  ): Promise<SessionView> => {
    script = text
    const started = await services.broker.start({
      projectId: project.id,
      prompt: 'Do it.',
      runtime: quickName,
      variant: null,
      outputSchema: null,
      policy: {
        capabilities: more.capabilities ?? capabilities,
        limits: { ...defaultLimits, ...more.limits },
        ...(more.hosts === undefined ? {} : { hosts: more.hosts }),
        runtimes: [],
      },
    })
    return ended(services, unwrap(started).sessionId)
  }
  const said = (view: SessionView): string =>
    bodies(services, view.id)
      .flatMap((body) => (body.type === 'agent.message' ? [body.text] : []))
      .join('\n')
  const contacts = (view: SessionView) =>
    bodies(services, view.id).flatMap((body) =>
      body.type === 'network.contact' && body.phase === 'ended' ? [body.contact] : [],
    )

  it('says from its start on what it is held at, and leaves nothing', async () => {
    const view = await play('pwd; echo done')
    expect(view).toMatchObject({ status: 'succeeded', error: null, level: { backend: 'bubblewrap' } })
    expect(view.level.aspects?.find(({ aspect }) => aspect === 'write_outside')).toMatchObject({
      outcome: 'held',
    })
    const events = bodies(services, view.id)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'sandbox.opened', backend: 'bubblewrap', network: 'none', reach: [] }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'process.started',
        executable: expect.stringMatching(/sh$/),
        wrapper: expect.arrayContaining([expect.stringMatching(/bwrap$/)]),
      }),
    )
    expect(readdirSync(join(folder, 'runs'))).toEqual([])
  })

  it('sees neither the repository nor the store nor a home, and writes to nothing but its copy', async () => {
    const beside = join(folder, 'beside')
    mkdirSync(beside)
    writeFileSync(join(beside, 'secret.txt'), 'hidden words')
    const view = await play(
      [
        `cat ${beside}/secret.txt; ls ${project.path}; ls ${join(folder, 'store')}; ls ${process.env['HOME']}/.ssh`,
        `echo x > ${beside}/made; echo made > made.txt; cat made.txt; echo done`,
      ].join('; '),
    )
    expect(said(view)).toBe('made\ndone')
    expect(existsSync(join(beside, 'made'))).toBe(false)
    expect(view.changedFiles).toBe(1)
  })

  it('can’t write to its copy where that was not granted', async () => {
    const view = await play('echo x > made.txt || echo refused', {
      capabilities: ['read_tracked_files', 'run_commands'],
    })
    expect(view).toMatchObject({ status: 'succeeded', changedFiles: 0 })
    expect(said(view)).toBe('refused')
  })

  it('reaches its model with a key that is nowhere inside, and every contact is on record', async () => {
    signIn = { ok: true, value: { type: 'key', key: 'the-real-key-stays-outside' } }
    const look =
      'env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null; find / -xdev -type f -newer /proc/self -exec cat {} + 2>/dev/null'
    const view = await play(
      [
        `curl -sS "$MODEL/v1/models"; echo`,
        `curl -sS "$MODEL/v1/files"; echo`,
        `curl -sS -m 2 http://127.0.0.1:${portOf(model)}/ || echo "no way out"`,
        `(${look}) | tr '\\0' '\\n' | grep -c 'stays-[o]utside'`,
        'echo "key: $KEY"',
      ].join('; '),
    )
    expect(view.status).toBe('succeeded')
    expect(requests).toEqual([{ url: '/v1/models', key: 'the-real-key-stays-outside' }])
    expect(said(view)).toContain('{"answer":42}')
    expect(said(view)).toContain('no way out')
    expect(said(view)).toMatch(/^0$/m)
    expect(said(view)).toContain('key: glovebox-adds-it-outside')
    expect(contacts(view).map(({ via, allowed, reason }) => [via, allowed, reason])).toEqual([
      ['provider', true, null],
      ['provider', false, 'path_not_listed'],
    ])
    expect(view).toMatchObject({ contacts: 1, contactsRefused: 1 })
    const rows = bodies(services, view.id).filter(({ type }) => type === 'network.contact')
    expect(rows).toHaveLength(3)
  })

  it('reaches the hosts of its list and no other, and none that the consent does not list', async () => {
    const ask = (host: string): string => `curl -sS -m 5 http://${host}/ ; echo`
    const view = await play(`${ask(`localhost:${portOf(model)} --noproxy ""`)}; ${ask('evil.example.net')}`, {
      hosts: [`localhost:${portOf(model)}`],
    })
    expect(said(view)).toContain('{"answer":42}')
    expect(contacts(view).map(({ host, allowed, reason }) => [host, allowed, reason])).toEqual([
      ['localhost', true, null],
      ['evil.example.net', false, 'host_not_listed'],
    ])
    const unlisted = await play('echo no', { hosts: ['evil.example.net'] })
    expect(unlisted).toMatchObject({ status: 'denied', error: { code: 'consent.capability_not_covered' } })
  })

  it('is ended where it takes more memory, processor time or processes than it may, and says which', async () => {
    const memory = await play('x=a; while :; do x="$x$x"; done', { limits: { memoryBytes: 64 * megabyte } })
    expect(memory).toMatchObject({ status: 'limit_exceeded', error: { details: { limit: 'memoryBytes' } } })
    const time = await play('while :; do :; done', { limits: { cpuMs: 1000 } })
    expect(time).toMatchObject({ status: 'limit_exceeded', error: { details: { limit: 'cpuMs' } } })
    const bomb = await play('f() { f | f & }; f; sleep 1; echo alive', {
      limits: { processes: 40, wallTimeMs: 20_000 },
    })
    expect(['succeeded', 'failed', 'limit_exceeded']).toContain(bomb.status)
    expect(await findRunProcesses([bomb.id])).toEqual([])
  })

  it('leaves nothing of what it started, whatever that did to get away', async () => {
    const view = await play(
      `(setsid env -i sh -c 'trap "" INT TERM; sleep 300' </dev/null >/dev/null 2>&1 &); echo done`,
    )
    expect(view.status).toBe('succeeded')
    expect(await findRunProcesses([view.id])).toEqual([])
    expect(bodies(services, view.id).find(({ type }) => type === 'process.exited')).not.toHaveProperty(
      'mayHaveLeft',
    )
  })
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const urlOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}`

describe('a run that no sandbox of the machine holds', () => {
  it.each([
    ['is not started where the user says no', false, 'denied'],
    ['is started without one where the user says yes to this one run', true, 'succeeded'],
  ])('%s', async (_, answer, status) => {
    const asked: string[] = []
    const services = await startServices(temporaryFolder(), undefined, {
      // Nothing of a sandbox is on this PATH.
      sandbox: (parts) => createMachineSandbox({ ...parts, environment: { PATH: temporaryFolder() } }),
      askUnsandboxed: async (project, why) => {
        asked.push(`${project.name}: ${why.code}`)
        return answer
      },
    })
    const project = await addSample(services)
    grantAll(services, project)
    const view = await run(services, project)
    expect(asked).toEqual([`${project.name}: sandbox.not_consented`])
    expect(view.status).toBe(status)
    if (answer)
      expect(view.level).toMatchObject({ backend: 'subprocess', title: 'Not sandboxed, limits only' })
    else {
      expect(view.error).toMatchObject({ code: 'sandbox.not_consented' })
      expect(bodies(services, view.id).map(({ type }) => type)).toEqual([
        'session.started',
        'session.finished',
      ])
      expect(services.store.read.consentHistory(project.id)[0]).toMatchObject({ kind: 'denied' })
    }
    services.store.close()
  })

  it('is not started where the user’s order leaves the plain process out', async () => {
    const services = await startServices(temporaryFolder(), undefined, {
      sandbox: (parts) => createMachineSandbox({ ...parts, environment: { PATH: temporaryFolder() } }),
      askUnsandboxed: () => Promise.reject(new Error('nobody is to be asked')),
    })
    services.store.write.saveSettings({
      ...services.store.read.settings(),
      sandbox: { order: ['docker', 'bubblewrap'], projects: {}, image: { type: 'own' } },
    })
    const project = await addSample(services)
    grantAll(services, project)
    expect(await run(services, project)).toMatchObject({
      status: 'unavailable',
      error: { code: 'sandbox.level_not_held' },
    })
    services.store.close()
  })
})
