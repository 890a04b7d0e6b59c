import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { containerOptions } from '../../../../src/main/sandbox/docker/host-config'
import { engineWarnings } from '../../../../src/main/sandbox/docker/known-versions'
import { parseMessage, readMessages } from '../../../../src/main/sandbox/docker/messages'
import { userFor } from '../../../../src/main/sandbox/docker/ownership'
import { rootImage } from '../../../../src/main/sandbox/docker/root-image'
import { splitStreams } from '../../../../src/main/sandbox/docker/streams'

const input = {
  image: 'i',
  first: 'own' as const,
  installation: 'here',
  token: 'session',
  limits: { memoryBytes: 1000, processes: 10, cpuMs: 1 },
  network: 'none' as const,
  readOnlyRoot: true,
  temporaryBytes: 50,
  ownTemporary: true,
  mounts: [
    { source: '/r/m/deep', target: '/r/m/deep', access: 'read' as const },
    { source: '/r/m', target: '/r/m', access: 'write' as const },
  ],
}

describe('what a container is made with', () => {
  const { HostConfig: host, ...rest } = containerOptions(input)

  it('has no right, no network, no log, its own processes and shared memory, and its limits', () => {
    expect(host).toMatchObject({
      AutoRemove: true,
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      Privileged: false,
      NetworkMode: 'none',
      IpcMode: 'private',
      PidMode: '',
      Memory: 1000,
      MemorySwap: 1000,
      PidsLimit: 12,
      LogConfig: { Type: 'none' },
      Tmpfs: { '/tmp': 'rw,exec,nosuid,nodev,size=50,mode=1777' },
    })
    expect(host?.SecurityOpt?.[0]).toBe('no-new-privileges')
    expect(host?.SecurityOpt?.[1]).toContain('"defaultAction":"SCMP_ACT_ERRNO"')
    for (const key of ['Binds', 'Devices', 'CapAdd', 'VolumesFrom', 'UsernsMode', 'Sysctls', 'GroupAdd'])
      expect(host).not.toHaveProperty(key)
    expect(rest).toMatchObject({ User: '0:0', OpenStdin: true, StdinOnce: true, Env: [] })
  })

  it('shows each folder alone, parents first, and says whose it is', () => {
    expect(host?.Mounts).toEqual([
      expect.objectContaining({ Target: '/r/m', ReadOnly: false }),
      expect.objectContaining({ Target: '/r/m/deep', ReadOnly: true }),
    ])
    for (const mount of host?.Mounts ?? [])
      expect(mount.BindOptions).toEqual({ Propagation: 'rprivate', NonRecursive: true })
    expect(rest.Labels).toEqual({
      'org.glovebox.installation': 'here',
      'org.glovebox.session': 'session',
    })
  })

  it('root’s own programs run as nobody’s account', () => {
    expect(userFor({ uid: 1234, gid: 5 })).toEqual({ uid: 1234, gid: 5 })
    expect(userFor({ uid: 0, gid: 0 }).uid).toBeGreaterThan(1000)
  })
})

describe('our own image', () => {
  const view = {
    folders: ['/usr', '/nix/store', '/lib32'],
    links: [{ path: '/bin', target: 'usr/bin' }],
    settings: [],
    nameServers: null,
  }

  it('is small, and the same from the same', () => {
    const one = rootImage(view, { uid: 1, gid: 1 }, 'x64')
    expect(one.tar.length).toBeLessThan(20_000)
    expect(rootImage(view, { uid: 1, gid: 1 }, 'x64')).toEqual(one)
    expect(rootImage(view, { uid: 2, gid: 1 }, 'x64').name).not.toBe(one.name)
    expect(rootImage(view, { uid: 1, gid: 1 }, 'arm64').name).not.toBe(one.name)
    expect(one.name).toMatch(/^glovebox-root:[0-9a-f]{24}$/)
  })
})

describe('what the engine says', () => {
  it.each([
    ['{"stream":"Step 1/2 : FROM x\\n"}', { step: 'Step 1/2 : FROM x', error: null, id: null }],
    [
      '{"status":"Downloading","id":"abc","progress":"[=>] 1MB/2MB"}',
      { step: 'abc Downloading [=>] 1MB/2MB', error: null, id: null },
    ],
    ['{"aux":{"ID":"sha256:1"}}', { step: null, error: null, id: 'sha256:1' }],
    ['{"error":"no such image"}', { step: null, error: 'no such image', id: null }],
    ['not json', { step: null, error: null, id: null }],
  ])('%s', (line, expected) => {
    expect(parseMessage(line)).toEqual(expected)
  })

  it('is followed to its end, over any pieces; an error is the outcome', async () => {
    const steps: string[] = []
    const stream = new PassThrough()
    const read = readMessages(stream, (step) => steps.push(step), undefined)
    for (const piece of ['{"stream":"a', '"}\n{"stream":"b"}\n', '{"error":"gone"}']) stream.write(piece)
    stream.end()
    expect(await read).toEqual({ ok: false, status: null, text: 'gone' })
    expect(steps).toEqual(['a', 'b'])
  })

  it('of versions that are known to be weak is named', () => {
    const version = (runc: string, engine = '27.0.0') => ({
      Version: engine,
      ApiVersion: '1.46',
      Components: [{ Name: 'runc', Version: runc }],
    })
    const info = {
      ID: 'x',
      OSType: 'linux',
      Architecture: '',
      OperatingSystem: 'Docker Desktop',
      KernelVersion: '',
      MemoryLimit: true,
      PidsLimit: true,
      SecurityOptions: ['name=seccomp,profile=builtin'],
    }
    const text = (...given: Parameters<typeof version>): string =>
      engineWarnings(version(...given), info).join(' ')
    expect(text('1.1.5+ds1', '20.10.24')).toMatch(/CVE-2024-21626.*CVE-2025-31133.*io_uring.*CVE-2025-9074/)
    expect(text('1.2.8', '28.3.3')).toBe('')
    expect(text('1.3.2', '28.3.3')).toContain('CVE-2025-31133')
    expect(text('1.3.3', '28.3.3')).toBe('')
    const weak = engineWarnings(version('1.3.3'), { ...info, MemoryLimit: false, SecurityOptions: [] })
    expect(weak.join(' ')).toMatch(/limit memory.*filters/)
  })
})

describe('the two streams in one', () => {
  const frame = (stream: number, text: string): Buffer => {
    const header = Buffer.alloc(8)
    header[0] = stream
    header.writeUInt32BE(Buffer.byteLength(text), 4)
    return Buffer.concat([header, Buffer.from(text)])
  }

  it.each([1, 3, 7, 1000])('are taken apart, in pieces of %i bytes', async (size) => {
    const both = new PassThrough()
    const { stdout, stderr, ended } = splitStreams(both)
    const text = { out: '', error: '' }
    stdout.on('data', (chunk: Buffer) => {
      text.out += chunk.toString()
    })
    stderr.on('data', (chunk: Buffer) => {
      text.error += chunk.toString()
    })
    const bytes = Buffer.concat([
      frame(1, 'one'),
      frame(2, 'wrong'),
      frame(7, 'other'),
      frame(1, ''),
      frame(1, ' two'),
    ])
    for (let at = 0; at < bytes.length; at += size) both.write(bytes.subarray(at, at + size))
    both.end()
    await ended
    await new Promise((resolve) => setImmediate(resolve))
    expect(text).toEqual({ out: 'one two', error: 'wrong' })
  })

  it('stop the writer when nobody reads, and go on when somebody does', async () => {
    const both = new PassThrough()
    const { stdout, stderr, ended } = splitStreams(both)
    stderr.resume()
    const closed = new Promise((resolve) => stdout.once('close', resolve))
    let written = 0
    while (written < 100 && both.write(frame(1, 'x'.repeat(16_384)))) {
      written += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(written).toBeLessThan(100)
    let bytes = 0
    stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    both.end()
    await ended
    await closed
    expect(bytes).toBe((written + 1) * 16_384)
  })
})
