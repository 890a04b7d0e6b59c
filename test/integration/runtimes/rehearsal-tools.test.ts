import { execFile } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRehearsalParser } from '../../../src/main/runtimes/rehearsal-stream'
import { agentPath, allCapabilities, emptyMirror, only, remove } from './agent'

let mirror: string
let outside: string
beforeEach(() => {
  mirror = emptyMirror()
  outside = emptyMirror()
})
afterEach(() => {
  remove(mirror)
  remove(outside)
})

type Step = Readonly<Record<string, unknown>>

/** Plays steps of our own, all in one response, and gives the results of their calls. */
async function results(steps: readonly Step[], capabilities: readonly string[] = allCapabilities) {
  const scenario = join(outside, 'scenario.json')
  writeFileSync(scenario, JSON.stringify({ frames: [{ steps }] }))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      agentPath,
      '--scenario-file',
      scenario,
      '--mirror',
      mirror,
      '--capabilities',
      capabilities.join(),
      '--pace',
      'fast',
      '--no-wait',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const parser = createRehearsalParser()
  const events = stdout.trimEnd().split('\n').flatMap(parser.line)
  return { events, results: only(events, 'tool.finished') }
}

describe('the rehearsal’s tools', () => {
  it('edit by exact text, or say why not, and leave the file as it was then', async () => {
    writeFileSync(join(mirror, 'a.txt'), 'one two two\r\n', { mode: 0o755 })
    const edit = (old: string, text: string): Step => ({ edit: 'a.txt', replacements: [{ old, new: text }] })
    const { results: all } = await results([edit('three', 'x'), edit('two', 'x'), edit('one', '$& $1')])
    expect(all.map(({ failed }) => failed)).toEqual([true, true, false])
    expect(all[0]?.output).toMatch(/was not found/)
    expect(all[1]?.output).toMatch(/occurs 2 times/)
    expect(readFileSync(join(mirror, 'a.txt'), 'utf8')).toBe('$& $1 two two\r\n')
    expect(lstatSync(join(mirror, 'a.txt')).mode & 0o777).toBe(0o755)
  })

  it('change nothing when one of several replacements does not fit', async () => {
    writeFileSync(join(mirror, 'a.txt'), 'one two')
    const replacements = [
      { old: 'one', new: '1' },
      { old: 'three', new: '3' },
    ]
    expect((await results([{ edit: 'a.txt', replacements }])).results[0]?.failed).toBe(true)
    expect(readFileSync(join(mirror, 'a.txt'), 'utf8')).toBe('one two')
  })

  it('create, rename and delete, and replace nothing that is there', async () => {
    writeFileSync(join(mirror, 'there.txt'), 'there')
    const { results: all } = await results([
      { create: 'deep/er/new.txt', text: ['a', 'b'] },
      { create: 'there.txt', text: 'x' },
      { rename: 'deep/er/new.txt', to: 'there.txt' },
      { rename: 'deep/er/new.txt', to: 'other/name.txt' },
      { delete: 'missing.txt' },
      { delete: 'deep' },
      { delete: 'there.txt' },
    ])
    expect(all.map(({ failed }) => failed)).toEqual([false, true, true, false, true, true, false])
    expect(readFileSync(join(mirror, 'other/name.txt'), 'utf8')).toBe('a\nb')
    expect(existsSync(join(mirror, 'there.txt'))).toBe(false)
  })

  it('run a program with its arguments as they are, stream what it prints, and give its exit code', async () => {
    const argument = '$(touch hacked) "; exit 0'
    const { events, results: all } = await results([
      {
        run: [
          'node',
          '-e',
          'console.log(process.argv[1]); console.error("e"); process.exitCode = 3',
          argument,
        ],
      },
      { run: ['no-such-program-anywhere'] },
      { run: ['cat'] },
    ])
    expect(all.map(({ exitCode }) => exitCode)).toEqual([3, 127, 0])
    const output = only(events, 'tool.output').map(({ stream, text }) => `${stream} ${text}`)
    expect(output).toEqual(
      expect.arrayContaining([
        `stdout ${argument}\n`,
        'stderr e\n',
        'stderr no-such-program-anywhere: not found\n',
      ]),
    )
    expect(existsSync(join(mirror, 'hacked'))).toBe(false)
    expect(only(events, 'tool.called')[2]?.target).toBe('cat')
  })

  it('hand on output while the command runs, and only so much of it', async () => {
    const script = 'for (let i = 0; i < 5000; i++) console.log("x".repeat(99))'
    const { events, results: all } = await results([{ run: ['node', '-e', script] }])
    const text = only(events, 'tool.output').map((each) => each.text)
    expect(text.length).toBeGreaterThan(1)
    expect(text.join('').length).toBeLessThan(400_000)
    expect(text.at(-1)).toMatch(/left out/)
    expect(all[0]?.exitCode).toBe(0)
  })

  it('are refused without the capability, and the play goes on', async () => {
    writeFileSync(join(mirror, 'a.txt'), 'a')
    const steps = [
      { read: 'a.txt' },
      { edit: 'a.txt', replacements: [{ old: 'a', new: 'b' }] },
      { create: 'b.txt', text: '' },
      { delete: 'a.txt' },
      { rename: 'a.txt', to: 'c.txt' },
      { run: ['touch', 'd.txt'] },
      { search: 'a' },
      { say: 'still here' },
    ]
    const { events, results: all } = await results(steps, ['reach_network'])
    expect(
      all.every(({ failed, output }) => failed && output?.startsWith('Refused: this run may not ')),
    ).toBe(true)
    expect(all).toHaveLength(7)
    expect(only(events, 'agent.message')).toHaveLength(1)
    expect(readFileSync(join(mirror, 'a.txt'), 'utf8')).toBe('a')
    expect(existsSync(join(mirror, 'd.txt'))).toBe(false)
  })

  it('stay inside the folder', async () => {
    writeFileSync(join(outside, 'secret.txt'), 'secret')
    symlinkSync(outside, join(mirror, 'link'))
    symlinkSync(join(outside, 'secret.txt'), join(mirror, 'file-link'))
    mkdirSync(join(mirror, '.git'))
    const paths = [
      '../secret.txt',
      join(outside, 'secret.txt'),
      'link/secret.txt',
      'file-link',
      'a/../../secret.txt',
      '.git/config',
      '.GIT/config',
      '',
      './a',
      'a//b',
      'a\0b',
      'C:\\x',
    ]
    const attempts = paths.flatMap((path) => [
      { read: path },
      { edit: path, replacements: [{ old: 'secret', new: 'public' }] },
      { create: path, text: 'x' },
    ])
    const { results: all } = await results(attempts)
    expect(all).toHaveLength(attempts.length)
    for (const [index, { failed }] of all.entries())
      expect(failed, JSON.stringify(attempts[index])).toBe(true)
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
    const { results: moves } = await results([
      { rename: 'link/secret.txt', to: 'mine.txt' },
      { delete: 'link/secret.txt' },
    ])
    expect(moves.every(({ failed }) => failed)).toBe(true)
    expect(existsSync(join(outside, 'secret.txt'))).toBe(true)
  })

  it('do not hang on a pipe and do not read what is too large', async () => {
    await promisify(execFile)('mkfifo', [join(mirror, 'pipe')])
    writeFileSync(join(mirror, 'large.txt'), 'x'.repeat(2 * 1024 * 1024))
    const { results: all } = await results([{ read: 'pipe' }, { read: 'large.txt' }, { search: 'nothing' }])
    expect(all.map(({ failed }) => failed)).toEqual([true, true, false])
  })

  it('take nothing for granted in a scenario', async () => {
    const bad = [[{ say: 'a', read: 'b' }], [{}], [{ dance: true }]]
    for (const steps of bad) await expect(results(steps)).rejects.toThrow(/exactly one thing/)
  })
})
