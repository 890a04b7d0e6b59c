import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import type { TestEngine } from './engine'

const programs = [
  ...['sh', 'cat', 'chmod', 'cp', 'echo', 'env', 'false', 'head', 'id', 'ln', 'ls', 'mkdir', 'mkfifo', 'mv'],
  ...['pwd', 'rm', 'setsid', 'sleep', 'sort', 'stat', 'tail', 'touch', 'tr', 'true', 'wc', 'yes'],
]

/** An image with a shell and a few programs, made of this machine's own: no registry is needed. Its name. */
export async function importTools(engine: TestEngine, name = 'test-tools:1'): Promise<string> {
  const files = programs.map((program) => `/usr/bin/${program}`).filter((path) => existsSync(path))
  const libraries = new Set(
    files.flatMap((path) =>
      execFileSync('ldd', [path], { encoding: 'utf8' })
        .split('\n')
        .flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? []),
    ),
  )
  // Where the loader looks for them: by their names, not by where links lead.
  const again = ['sh', 'cat'].map((program) => `/bin/${program}`)
  const paths = [...files, ...again, ...libraries].map((path) => path.slice(1))
  const tar = execFileSync('tar', ['-C', '/', '-ch', '--hard-dereference', ...new Set(paths)], {
    maxBuffer: 256 * 1024 * 1024,
  })
  const [repo = '', tag = ''] = name.split(':')
  await post(
    engine.socket,
    `/images/create?fromSrc=-&repo=${repo}&tag=${tag}&changes=${encodeURIComponent('ENV PATH=/usr/bin:/bin')}`,
    tar,
  )
  return name
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
