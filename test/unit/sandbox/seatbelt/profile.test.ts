import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Invocation } from '../../../../src/main/process'
import type { BoxRequest, Mount } from '../../../../src/main/sandbox'
import { createSeatbelt, seatbeltInvocation } from '../../../../src/main/sandbox/seatbelt/backend'
import { loopbackPorts, seatbeltProfile } from '../../../../src/main/sandbox/seatbelt/profile'

const run = '/Users/ann/Library/Application Support/Glovebox/runs/1'
const request = (more: Partial<BoxRequest> = {}): BoxRequest => ({
  token: 'run-1',
  folders: { mirrorFolder: `${run}/mirror`, controlFolder: `${run}/control`, homeFolder: `${run}/home` },
  limits: { memoryBytes: 1, processes: 1, cpuMs: 10_000 },
  network: 'none',
  forbidden: { sealed: [], whole: [] },
  ...more,
})
const same = (source: string, access: Mount['access']): Mount => ({ source, target: source, access })
const mounts: readonly Mount[] = [
  same(`${run}/mirror`, 'write'),
  same(`${run}/home`, 'write'),
  same(`${run}/control`, 'read'),
]
const invocation: Invocation = {
  executable: '/usr/bin/git',
  args: ['status', '--short', '-z'],
  environment: { LANG: 'C' },
  folder: `${run}/mirror`,
  input: null,
}
const input = { mounts, socketFolders: [], ports: [], network: 'none' as const }

describe('the profile of Seatbelt', () => {
  it('is, for a run with a way out, just this', () => {
    const { text, parameters } = seatbeltProfile({
      ...input,
      socketFolders: [`${run}/egress`],
      ports: [3128],
    })
    expect(text).toMatchSnapshot()
    expect(parameters).toMatchSnapshot()
  })

  it('denies what it does not name, and the network unless it was granted', () => {
    const { text } = seatbeltProfile(input)
    expect(text.split('\n').slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
    expect(text).not.toContain('(allow network')
    expect(text).not.toMatch(
      /\(allow (default|file\*|file-read\*|file-write\*|mach-lookup|sysctl-read|network\*)\)/,
    )
    expect(seatbeltProfile({ ...input, network: 'host' }).text).toContain('(allow network*)')
  })

  it('takes writing away again where a part of what may be written is only to be read', () => {
    const { text } = seatbeltProfile({ ...input, mounts: [same('/a/b', 'read'), same('/a', 'write')] })
    const own = text.slice(text.indexOf('; what the run was given'))
    const [write, read] = [own.indexOf('(param "WRITE'), own.lastIndexOf('(deny file-write*')]
    expect(write).toBeGreaterThan(0)
    expect(read).toBeGreaterThan(write)
  })

  it.each([
    '/x/a "quoted" name',
    '/x/")(allow default)(deny default "',
    '/x/a\\',
    '/x/a\n(allow default)',
    '/x/(param "WAY_0")',
    '/x/a;b',
    '/x/a=b',
    '/x/#"a',
    '/x/ü€😀',
  ])('never has a path in its text: %j', (path) => {
    const odd = seatbeltProfile({ ...input, mounts: [same(path, 'write')], socketFolders: [path] })
    const plain = seatbeltProfile({
      ...input,
      mounts: [same('/x/plain', 'write')],
      socketFolders: ['/x/plain'],
    })
    expect(odd.text).toBe(plain.text)
    expect(odd.parameters.map(([, value]) => value)).toContain(path)
  })

  const path = fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
    .map((name) => `/x/${name.replaceAll('/', '_')}`)

  it('is one and the same text for as many folders, whatever their names (property)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 5 }), (paths) => {
        const text = (of: readonly string[]): string =>
          seatbeltProfile({ ...input, mounts: of.map((each) => same(each, 'write')), socketFolders: of }).text
        expect(text(paths)).toBe(text(paths.map((_, index) => `/x/${index}`)))
      }),
    )
  })

  it('opens only loopback ports that are told to programs as an address', () => {
    const variables = {
      HTTP_PROXY: 'http://127.0.0.1:3128',
      https_proxy: 'http://127.0.0.1:3128',
      BASE: 'http://localhost:4000/v1',
      OTHER: 'http://example.com:9999',
      ODD: '//127.0.0.1:70000 //127.0.0.1:0 127.0.0.1:5',
      EVIL: 'http://127.0.0.1:1"))(allow default)',
    }
    expect(loopbackPorts(variables)).toEqual([1, 3128, 4000])
  })
})

describe('a start in Seatbelt', () => {
  const bridged = request({
    bridges: [{ source: `${run}/egress`, target: `${run}/egress`, access: 'read' }],
    entry: ['/usr/bin/perl', `${run}/egress/relay.pl`, `3128=${run}/egress/s`, '--'],
    variables: { HTTP_PROXY: 'http://127.0.0.1:3128' },
  })

  it('hands paths over by name and the program without a shell text of its own', () => {
    const started = seatbeltInvocation('/usr/bin/sandbox-exec', bridged, invocation, mounts, 4200)
    const at = started.args.indexOf('-p')
    expect(started.args.slice(0, at)).toContainEqual(expect.stringMatching(/^WRITE_\d+=.*\/runs\/1\/mirror$/))
    expect(started.args.slice(at + 2)).toEqual([
      ...(bridged.entry ?? []),
      '/bin/sh',
      '-c',
      'ulimit -c 0 && ulimit -t "$1" && ulimit -n "$2" && shift 2 && exec "$@"',
      'glovebox',
      '5',
      '4096',
      '/usr/bin/git',
      'status',
      '--short',
      '-z',
    ])
    expect(started.environment).toMatchObject({
      HOME: `${run}/home`,
      TMPDIR: `${run}/home/tmp`,
      HTTP_PROXY: 'http://127.0.0.1:3128',
      LANG: 'C',
    })
    expect(started.folder).toBe(invocation.folder)
  })

  it('is the same for the same invocation (I6)', () => {
    const start = () => seatbeltInvocation('/usr/bin/sandbox-exec', bridged, invocation, mounts, 1000)
    expect(start()).toEqual(start())
  })

  it('opens no port for a run without a bridge, whatever its variables say', () => {
    const { args } = seatbeltInvocation(
      '/usr/bin/sandbox-exec',
      request({ variables: { X: 'http://127.0.0.1:22' } }),
      invocation,
      mounts,
      1000,
    )
    expect(args.join('\n')).not.toContain('localhost')
  })

  it('is not for other systems, and what was not measured says so', async () => {
    const backend = createSeatbelt({
      platform: 'linux',
      startProcess: () => Promise.reject(new Error('not started')),
    })
    expect(await backend.locate()).toMatchObject({ ok: false, error: { code: 'sandbox.unsupported' } })
    expect(await backend.explain('exec: caller: cannot execute binary file')).toMatchObject({
      code: 'sandbox.unsupported',
      message: expect.stringContaining('measured'),
    })
    expect(await backend.explain('sandbox-exec: profile line 3: unbound variable')).toMatchObject({
      code: 'sandbox.probe_failed',
    })
  })
})
