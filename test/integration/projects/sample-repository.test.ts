import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src/main/process'
import { materializeSampleRepository } from '../../../src/main/projects/sample-repository'

const shipped = join(import.meta.dirname, '../../../resources/sample-repo')
let folder: string
let target: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-sample-')))
  target = join(folder, 'data', 'sample-repo')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lay = (source = shipped) =>
  materializeSampleRepository({ source, target, run: runCommand, environment: process.env })
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: target, encoding: 'utf8' }).trim()

function laterVersion(): string {
  const source = join(folder, 'later')
  cpSync(shipped, source, { recursive: true })
  appendFileSync(join(source, 'README.md'), '\nMore.\n')
  return source
}

describe('materializeSampleRepository', () => {
  it('lays out a clean repository with three commits whose hashes are always the same', async () => {
    expect(await lay()).toEqual({ ok: true, value: target })
    expect(git('status', '--porcelain', '--ignored')).toBe('')
    expect(git('rev-list', '--count', 'HEAD')).toBe('3')
    expect(git('symbolic-ref', 'HEAD')).toBe('refs/heads/main')
    const first = git('rev-parse', 'HEAD')
    rmSync(target, { recursive: true })
    process.env['GIT_AUTHOR_NAME'] = 'Somebody Else'
    await lay()
    delete process.env['GIT_AUTHOR_NAME']
    expect(git('rev-parse', 'HEAD')).toBe(first)
    expect(git('log', '-1', '--format=%an %ae %cI')).toBe(
      'Glovebox sample@glovebox.example.org 2025-03-05T16:15:00+00:00',
    )
  })

  it('holds what a repository may hold: dot files, a binary, an executable, a name beyond ASCII', async () => {
    await lay()
    const tracked = git('ls-files').split('\n')
    expect(tracked).toEqual(
      expect.arrayContaining(['.env', '.env.example', '.gitignore', 'docs/logo.png', 'docs/naïve-ends.md']),
    )
    expect(tracked.filter((path) => path.includes('dot-'))).toEqual([])
    expect(tracked.length).toBeGreaterThanOrEqual(12)
    expect(git('ls-files', '--stage', 'bin/range')).toMatch(/^100755 /)
    expect(git('ls-files', '--stage', 'src')).not.toMatch(/^100755 /m)
    expect(statSync(join(target, 'bin/range')).mode & 0o111).toBe(0o111)
    expect(readFileSync(join(target, 'docs/logo.png')).subarray(1, 4).toString()).toBe('PNG')
  })

  it('is the same though the shipped files lost their modes and the user has settings of their own', async () => {
    await lay()
    const expected = git('rev-parse', 'HEAD')
    rmSync(target, { recursive: true })
    const source = join(folder, 'modes')
    cpSync(shipped, source, { recursive: true })
    chmodSync(join(source, 'bin/range'), 0o644)
    const home = join(folder, 'home')
    mkdirSync(home)
    writeFileSync(
      join(home, '.gitconfig'),
      '[core]\n\tautocrlf = true\n[commit]\n\tgpgsign = true\n[user]\n\tname = X\n',
    )
    const before = process.env['HOME']
    process.env['HOME'] = home
    const laid = await lay(source)
    process.env['HOME'] = before
    expect(laid.ok).toBe(true)
    expect(git('rev-parse', 'HEAD')).toBe(expected)
  })

  it('keeps the one that is there, with what the user did in it', async () => {
    await lay()
    writeFileSync(join(target, 'src/range.js'), 'mine')
    expect(await lay()).toEqual({ ok: true, value: target })
    expect(readFileSync(join(target, 'src/range.js'), 'utf8')).toBe('mine')
    expect(await lay(laterVersion())).toEqual({ ok: true, value: target })
    expect(readFileSync(join(target, 'src/range.js'), 'utf8')).toBe('mine')
  })

  it('replaces an untouched one of an earlier version, but none with a commit of the user', async () => {
    await lay()
    await lay(laterVersion())
    expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain('More.')
    expect(git('status', '--porcelain')).toBe('')
    rmSync(target, { recursive: true })
    rmSync(join(folder, 'later'), { recursive: true })
    await lay()
    git(
      '-c',
      'user.name=u',
      '-c',
      'user.email=u@example.org',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'mine',
    )
    await lay(laterVersion())
    expect(readFileSync(join(target, 'README.md'), 'utf8')).not.toContain('More.')
  })

  it('touches nothing that is not ours (I10), and leaves nothing half-made', async () => {
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'precious.txt'), 'x')
    expect(await lay()).toMatchObject({ ok: false, error: { code: 'workspace.unreadable' } })
    expect(readdirSync(target)).toEqual(['precious.txt'])
    expect(readdirSync(join(folder, 'data'))).toEqual(['sample-repo'])
  })

  it('says what is missing', async () => {
    const noGit = await materializeSampleRepository({
      source: shipped,
      target,
      run: runCommand,
      environment: { PATH: folder },
    })
    expect(noGit).toMatchObject({ ok: false, error: { code: 'workspace.git_missing' } })
    expect(await lay(join(folder, 'no-source'))).toMatchObject({
      ok: false,
      error: { code: 'workspace.unreadable' },
    })
    const failing = await materializeSampleRepository({
      source: shipped,
      target,
      environment: process.env,
      run: async () => ({ ok: true, value: { code: 128, stdout: Buffer.alloc(0), stderr: 'fatal' } }),
    })
    expect(failing).toMatchObject({ ok: false, error: { code: 'workspace.git_failed' } })
    expect(existsSync(target)).toBe(false)
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  })
})
