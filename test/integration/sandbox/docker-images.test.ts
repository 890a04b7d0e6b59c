import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeTar } from '../../../src/main/sandbox/docker/tar'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'
import { importTools } from '../../support/docker/image'
import { startRegistry } from '../../support/docker/registry'

let engine: TestEngine
let base = ''
beforeAll(async () => {
  engine = await startEngine()
  base = await importTools(engine)
})
afterAll(async () => {
  await engine.remove()
})

async function imagesOf(more: Parameters<typeof testDocker>[1] = {}) {
  const images = await testDocker(engine, more).images()
  if (!images.ok) throw new Error(images.error.message)
  return images.value
}

describe('images', () => {
  it('our own is imported once, from nothing but this machine', async () => {
    const images = await imagesOf()
    const made = await images.ensure({ type: 'own' })
    expect(made.ok && made.value).toMatch(/^glovebox-root:/)
    expect(await images.ensure({ type: 'own' })).toEqual(made)
    const listed = await images.list()
    if (!listed.ok) throw new Error(listed.error.message)
    expect(listed.value.filter(({ ours }) => ours)).toHaveLength(1)
    expect(listed.value.find(({ ours }) => ours)?.bytes).toBeLessThan(20_000)
    expect(listed.value.map(({ name }) => name)).toContain(base)
  })

  it('is built by the engine from a Dockerfile, with progress, and used', async () => {
    const dockerfile = join(mkdtempSync(join(tmpdir(), 'dockerfile-')), 'Dockerfile')
    writeFileSync(dockerfile, `FROM ${base}\nARG AGENT_UID\nENV BUILT=for-$AGENT_UID\n`)
    const steps: string[] = []
    const images = await imagesOf({ dockerfile })
    expect(await images.find({ type: 'tools' })).toBeNull()
    const built = await images.ensure({ type: 'tools' }, { onProgress: (step) => steps.push(step) })
    expect(built.ok && built.value).toMatch(/^glovebox-tools:/)
    expect(steps.join('\n')).toContain('Step 4/4')
    expect(await images.find({ type: 'tools' })).toBe(built.ok ? built.value : '')
    const opened = await openBox(testDocker(engine, { dockerfile, image: () => ({ type: 'tools' }) }))
    const ran = await runIn(opened, ['/bin/sh', '-c', 'echo $BUILT; echo made > made; ls /usr/bin | wc -l'])
    const [built1 = '', count = ''] = ran.stdout.split('\n')
    expect(built1).toBe(`for-${process.getuid?.() === 0 ? 58_471 : process.getuid?.()}`)
    // Its own programs, not this machine's.
    expect(Number(count)).toBeLessThan(60)
    await opened.box.close()
  })

  it('is built by our own Dockerfile as it stands, but for what that downloads', async () => {
    const own = await startEngine()
    try {
      // Where packages would be installed it is noted which, and they are there already.
      const guests = ['/usr/sbin/groupadd', '/usr/sbin/useradd']
      const paths = [...guests, '/etc/passwd', '/etc/group', '/etc/login.defs']
      await importTools(own, 'debian:bookworm-slim', [
        { programs: ['bash', 'find', 'getent', 'su'], guests, paths },
        { scripts: { 'usr/bin/apt-get': '#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> /asked\n' } },
      ])
      const steps: string[] = []
      const backend = testDocker(own, { image: () => ({ type: 'tools' }) })
      const images = await backend.images()
      if (!images.ok) throw new Error(images.error.message)
      const built = await images.value.ensure({ type: 'tools' }, { onProgress: (step) => steps.push(step) })
      expect(built).toMatchObject({ ok: true })
      expect(steps[0]).toMatch(/^Step 1\/\d+ : FROM debian:bookworm-slim/)
      const opened = await openBox(backend)
      const ran = await runIn(opened, [
        '/bin/sh',
        '-c',
        'getent passwd $(id -u); cat /asked; find / -xdev -perm /6000 -type f 2>/dev/null; ls -ln /usr/bin/su',
      ])
      const [account = '', update = '', install = '', ...rest] = ran.stdout.trim().split('\n')
      const uid = process.getuid?.() === 0 ? 58_471 : process.getuid?.()
      expect(account).toMatch(new RegExp(`^agent:[x!]:${uid}:${uid}:.*:/home/agent:/bin/bash$`))
      expect(update).toMatch(/^noninteractive .* update$/)
      // What agents and their commands need, and what carries a way out.
      for (const name of ['bash', 'ca-certificates', 'git', 'nodejs', 'npm', 'perl', 'procps', 'python3'])
        expect(` ${install} `).toContain(` ${name} `)
      expect(rest).toEqual([expect.stringMatching(/^-rwxr-xr-x .* \/usr\/bin\/su$/)])
      await opened.box.close()
    } finally {
      await own.remove()
    }
  })

  it('is pulled, with progress', async () => {
    const registry = await startRegistry(
      encodeTar([{ type: 'file', path: 'hello', mode: 0o644, content: Buffer.from('hello') }]),
    )
    const steps: string[] = []
    const images = await imagesOf()
    const pulled = await images.ensure(
      { type: 'named', ref: registry.ref },
      { onProgress: (step) => steps.push(step) },
    )
    expect(pulled).toEqual({ ok: true, value: registry.ref })
    expect(steps.join('\n')).toMatch(/Pulling fs layer[\s\S]*Pull complete/)
    registry.close()
  })

  it('says why one can’t be had', async () => {
    const images = await imagesOf({ dockerfile: '/nonexistent' })
    const registry = await startRegistry(Buffer.alloc(1024))
    registry.close()
    for (const choice of [
      { type: 'tools' as const },
      { type: 'named' as const, ref: registry.ref },
      { type: 'named' as const, ref: '--privileged' },
    ])
      expect(await images.ensure(choice)).toMatchObject({
        ok: false,
        error: { code: 'sandbox.image_failed' },
      })
    const stop = new AbortController()
    stop.abort()
    expect(
      await images.ensure({ type: 'named', ref: `${registry.ref}-2` }, { signal: stop.signal }),
    ).toMatchObject({ ok: false, error: { code: 'sandbox.image_failed' } })
    await expect(
      openBox(testDocker(engine, { image: () => ({ type: 'named', ref: 'not-there:1' }) })),
    ).rejects.toThrow('not there')
  })
})
