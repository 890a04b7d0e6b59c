import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(async () => {
  await engine.remove()
})

async function worksOver(environment: Readonly<Record<string, string>>): Promise<void> {
  const opened = await openBox(testDocker({ environment }))
  const ran = await runIn(opened, ['sh', '-c', 'cat; echo made > made; exit 7'], { input: 'through\n' })
  expect(ran).toMatchObject({ code: 7, stdout: 'through\n', stderr: '' })
  const daemon = await runIn(opened, ['sh', '-c', 'trap "" INT TERM; sleep 60'], { wallTimeMs: 1000 })
  expect(daemon).toMatchObject({ stopped: 'wallTimeMs', signal: 'SIGKILL' })
  await opened.box.close()
  expect(readFileSync(join(opened.folders.mirrorFolder, 'made'), 'utf8')).toBe('made\n')
  expect(await engine.ask('GET', '/containers/json?all=1')).toEqual([])
}

describe('an engine is reached', () => {
  it('over ssh, by the user’s own ssh and its settings', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'ssh-')))
    const script = `#!/usr/bin/python3
import os, socket, sys, threading
open(${JSON.stringify(join(place, 'asked'))}, 'a').write(' '.join(sys.argv[1:]) + '\\n')
s = socket.socket(socket.AF_UNIX); s.connect(${JSON.stringify(engine.socket)})
def there():
  while True:
    data = os.read(0, 65536)
    if not data: break
    s.sendall(data)
  s.shutdown(socket.SHUT_WR)
threading.Thread(target=there, daemon=True).start()
while True:
  data = s.recv(65536)
  if not data: break
  os.write(1, data)
os._exit(0)
`
    writeFileSync(join(place, 'ssh'), script, { mode: 0o755 })
    await worksOver({ PATH: `${place}:/usr/bin:/bin`, DOCKER_HOST: 'ssh://me@far.example:2222' })
    const [first] = readFileSync(join(place, 'asked'), 'utf8').split('\n')
    expect(first).toBe(
      '-o BatchMode=yes -o ConnectTimeout=20 -T -l me -p 2222 -- far.example docker system dial-stdio',
    )
  })

  it('over TCP, with a word on what that means', async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      const there = connect({ path: engine.socket, allowHalfOpen: true })
      for (const each of [socket, there]) each.on('error', () => undefined)
      socket.pipe(there)
      there.pipe(socket)
    })
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve))
    const { port } = server.address() as AddressInfo
    const environment = { PATH: '/usr/bin:/bin', DOCKER_HOST: `tcp://127.0.0.1:${port}` }
    const located = await testDocker({ environment }).locate()
    expect(located.ok && located.value.warnings.join(' ')).toContain('without TLS')
    await worksOver(environment)
    server.close()
  })

  it('says that ssh is missing', async () => {
    const environment = { PATH: '/nonexistent', DOCKER_HOST: 'ssh://far.example' }
    expect(await testDocker({ environment }).locate()).toMatchObject({
      ok: false,
      error: { code: 'sandbox.not_installed', details: { reason: 'no_ssh' } },
    })
  })

  it('says that nobody answers over ssh', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'ssh-')))
    writeFileSync(join(place, 'ssh'), '#!/bin/sh\necho "Host key verification failed." >&2\nexit 255\n', {
      mode: 0o755,
    })
    const environment = { PATH: `${place}:/usr/bin:/bin`, DOCKER_HOST: 'ssh://far.example' }
    const located = await testDocker({ environment }).locate()
    expect(located.ok).toBe(false)
    if (!located.ok) expect(['sandbox.not_installed', 'sandbox.lying']).toContain(located.error.code)
  })
})
