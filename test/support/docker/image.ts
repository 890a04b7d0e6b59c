import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestEngine } from './engine'

const programs = [
  ...['sh', 'cat', 'chmod', 'cp', 'echo', 'env', 'false', 'head', 'id', 'ln', 'ls', 'mkdir', 'mkfifo', 'mv'],
  ...['pwd', 'rm', 'setsid', 'sleep', 'sort', 'stat', 'tail', 'touch', 'tr', 'true', 'wc', 'yes'],
]

export type MoreTools = {
  /** Of /usr/bin. */
  readonly programs?: readonly string[]
  /** Programs that come there otherwise, by their paths: what they need is in the image. */
  readonly guests?: readonly string[]
  /** Files and folders by their paths. */
  readonly paths?: readonly string[]
  /** Programs that are not this machine's: their text by their path, without the first slash. */
  readonly scripts?: Readonly<Record<string, string>>
}

/** What perl and python3 need besides their programs. */
export const interpreterFiles = (name: 'perl' | 'python3'): MoreTools => {
  const ask =
    name === 'perl'
      ? ['-Mstrict', '-e', 'print $INC{"strict.pm"} =~ s,/[^/]*$,,r']
      : ['-I', '-S', '-c', 'import os; print(os.path.dirname(os.__file__), end="")']
  return { programs: [name], paths: [execFileSync(`/usr/bin/${name}`, ask, { encoding: 'utf8' })] }
}

/** An image with a shell and a few programs, made of this machine's own: no registry is needed. Its name. */
export async function importTools(
  engine: TestEngine,
  name = 'test-tools:1',
  more: readonly MoreTools[] = [],
): Promise<string> {
  const wanted = [...programs, ...more.flatMap((each) => each.programs ?? [])]
  const files = wanted.map((program) => `/usr/bin/${program}`).filter((path) => existsSync(path))
  const guests = more.flatMap((each) => each.guests ?? [])
  const libraries = new Set([...files, ...guests].flatMap(librariesOf))
  // Where the loader looks for them: by their names, not by where links lead.
  const again = ['sh', 'cat'].map((program) => `/bin/${program}`)
  const added = more.flatMap((each) => each.paths ?? [])
  const paths = [...files, ...again, ...libraries, ...added].map((path) => path.slice(1))
  const options = [
    '--hard-dereference',
    '--exclude=__pycache__',
    '--exclude=*-packages',
    '--exclude=python3*/test',
  ]
  const own = mkdtempSync(join(tmpdir(), 'image-'))
  const scripts = more.flatMap((each) => Object.entries(each.scripts ?? {}))
  for (const [path, text] of scripts) {
    mkdirSync(dirname(join(own, path)), { recursive: true })
    writeFileSync(join(own, path), text, { mode: 0o755 })
  }
  const tar = execFileSync(
    'tar',
    [
      ...['-C', '/', '-ch', ...options, ...new Set(paths)],
      ...(scripts.length === 0 ? [] : ['-C', own, ...scripts.map(([path]) => path)]),
    ],
    { maxBuffer: 512 * 1024 * 1024 },
  )
  const [repo = '', tag = ''] = name.split(':')
  await post(
    engine.socket,
    `/images/create?fromSrc=-&repo=${repo}&tag=${tag}&changes=${encodeURIComponent('ENV PATH=/usr/sbin:/usr/bin:/bin')}`,
    tar,
  )
  return name
}

/** None for a program that is all in one file. */
function librariesOf(program: string): readonly string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? [])
}

function post(socketPath: string, path: string, body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { socketPath, method: 'POST', path, headers: { 'content-type': 'application/x-tar' } },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () =>
          text.includes('"error"') || (response.statusCode ?? 500) >= 400
            ? reject(new Error(text))
            : resolve(text),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
