import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  defaultSockets,
  endpointText,
  findEndpoints,
  parseHost,
} from '../../../../src/main/sandbox/docker/endpoint'

const home = (): string => mkdtempSync(join(tmpdir(), 'endpoint-'))
const deps = (folder: string, environment: Record<string, string> = {}) => ({
  environment,
  home: folder,
  platform: 'linux' as const,
})

function addContext(folder: string, name: string, host: string): string {
  const id = createHash('sha256').update(name).digest('hex')
  const meta = join(folder, '.docker', 'contexts', 'meta', id)
  mkdirSync(meta, { recursive: true })
  writeFileSync(
    join(meta, 'meta.json'),
    JSON.stringify({ Name: name, Endpoints: { docker: { Host: host, SkipTLSVerify: false } } }),
  )
  return id
}

describe('an address of an engine', () => {
  it.each([
    ['unix:///run/d.sock', { type: 'socket', path: '/run/d.sock' }],
    ['npipe:////./pipe/docker_engine', { type: 'socket', path: '//./pipe/docker_engine' }],
    ['tcp://10.0.0.1', { type: 'tcp', host: '10.0.0.1', port: 2375, tls: null }],
    ['tcp://10.0.0.1:4000', { type: 'tcp', host: '10.0.0.1', port: 4000, tls: null }],
    ['https://engine.example', { type: 'tcp', host: 'engine.example', port: 2376, tls: {} }],
    ['ssh://me@far', { type: 'ssh', host: 'far', user: 'me', port: null }],
    ['ssh://far:2222', { type: 'ssh', host: 'far', user: null, port: 2222 }],
  ])('%s', (text, expected) => {
    expect(parseHost(text, null)).toEqual(expected)
  })

  it.each([
    '',
    'docker',
    'ftp://x',
    'ssh://-oProxyCommand=evil',
    'ssh://-x@host',
    'ssh://me:secret@host',
    'tcp://',
  ])('“%s” is none', (text) => {
    expect(parseHost(text, null)).toBeNull()
  })

  it('takes certificates along', () => {
    const tls = { ca: Buffer.from('ca') }
    expect(parseHost('tcp://h', tls)).toEqual({ type: 'tcp', host: 'h', port: 2376, tls })
  })

  it('is told as it is written', () => {
    expect(endpointText({ type: 'ssh', host: 'far', user: 'me', port: 2222 })).toBe('ssh://me@far:2222')
    expect(endpointText({ type: 'tcp', host: 'far', port: 1, tls: null })).toBe('tcp://far:1')
  })
})

describe('where an engine is looked for', () => {
  it('DOCKER_HOST first, and nothing else then', async () => {
    const folder = home()
    addContext(folder, 'far', 'ssh://far')
    const found = await findEndpoints(deps(folder, { DOCKER_HOST: 'unix:///x.sock', DOCKER_CONTEXT: 'far' }))
    expect(found).toEqual({ ok: true, value: [{ type: 'socket', path: '/x.sock' }] })
  })

  it('then the current context, with its certificates', async () => {
    const folder = home()
    const id = addContext(folder, 'far', 'tcp://far:2376')
    const tls = join(folder, '.docker', 'contexts', 'tls', id, 'docker')
    mkdirSync(tls, { recursive: true })
    for (const name of ['ca', 'cert', 'key']) writeFileSync(join(tls, `${name}.pem`), name)
    writeFileSync(join(folder, '.docker', 'config.json'), '{"currentContext":"far"}')
    expect(await findEndpoints(deps(folder))).toMatchObject({
      ok: true,
      value: [
        { type: 'tcp', host: 'far', port: 2376, tls: { ca: Buffer.from('ca'), key: Buffer.from('key') } },
      ],
    })
  })

  it('never goes past a choice that can’t be read', async () => {
    const folder = home()
    const broken = await findEndpoints(deps(folder, { DOCKER_HOST: 'tcp://me:secret@' }))
    expect(broken).toMatchObject({ ok: false, error: { code: 'sandbox.unsupported' } })
    expect(JSON.stringify(broken)).not.toContain('secret')
    expect(await findEndpoints(deps(folder, { DOCKER_CONTEXT: 'nowhere' }))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.unsupported' },
    })
  })

  it('then the sockets there are', async () => {
    const folder = home()
    const runtime = home()
    const path = join(runtime, 'docker.sock')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    const found = await findEndpoints(deps(folder, { XDG_RUNTIME_DIR: runtime }))
    server.close()
    if (!found.ok) throw new Error(found.error.message)
    expect(found.value).toContainEqual({ type: 'socket', path })
    expect(defaultSockets(deps(folder, { XDG_RUNTIME_DIR: runtime }))).toEqual([
      '/var/run/docker.sock',
      path,
      join(folder, '.docker/run/docker.sock'),
      join(folder, '.docker/desktop/docker.sock'),
    ])
  })
})
