import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const temporary: string[] = []
// `rm`, since what a test leaves may be nested deeper than Node's own removal can go.
process.once('exit', () => execFileSync('rm', ['-rf', ...temporary]))

/** A folder of its own for one test, by its real path; removed when the test process ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-test-')))
  temporary.push(folder)
  return folder
}

const gitEnvironment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
  GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
}

/** Runs git as a user would, in a folder; what it printed. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], {
    cwd: folder,
    env: gitEnvironment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export type Files = Readonly<Record<string, string | Buffer>>

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** A repository with one commit of these files, on the branch main. */
export function makeRepository(files: Files, folder: string = join(temporaryFolder(), 'project')): string {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  writeFiles(folder, files)
  git(folder, 'add', '-A', '-f')
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'start')
  return folder
}

/** A hash over everything below a folder, `.git` included: names, kinds, modes, times of change, content. */
export function hashFolder(folder: string): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stats = lstatSync(path, { bigint: true })
    hash.update(`${path}\0${stats.mode}\0${stats.size}\0${stats.mtimeNs}\0${stats.ctimeNs}\0`)
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stats.isFile()) hash.update(readFileSync(path))
    else if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
  }
  visit(folder)
  return hash.digest('hex')
}

/** A program that leaves a mark when anything runs it. Lies outside the repository. */
export function trap(folder: string): { readonly program: string; readonly marker: string } {
  const name = randomUUID()
  const marker = join(folder, `${name}.marker`)
  const program = join(folder, `${name}.sh`)
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> ${marker}\ncat\n`)
  chmodSync(program, 0o755)
  return { program, marker }
}

/** Makes `depth` folders named `d`, one in the other, below a folder. Full paths can't name most of them, so a process walks down. */
export function makeDeepTree(folder: string, depth: number): void {
  const script = `for (let at = 0; at < ${depth}; at += 1) { fs.mkdirSync('d'); process.chdir('d'); fs.writeFileSync('f', '') }`
  execFileSync(process.execPath, ['-e', script], { cwd: folder })
}
