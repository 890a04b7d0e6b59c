import { spawn } from 'node:child_process'

export type Program = {
  /** Waits until the program has printed something that matches, and gives the first group. */
  readonly printed: (pattern: RegExp) => Promise<string>
  readonly end: () => Promise<void>
}

/** A program that is driven from outside, not by Playwright's launcher. */
export function startProgram(path: string, args: readonly string[]): Program {
  const env = { ...process.env, GLOVEBOX_SQLITE_BINDING: '' }
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  return {
    printed: async (pattern) => {
      const deadline = Date.now() + 30_000
      for (;;) {
        const found = pattern.exec(output)?.[1]
        if (found !== undefined) return found
        if (Date.now() > deadline) throw new Error(`The program never printed ${pattern}:\n${output}`)
        await new Promise((done) => setTimeout(done, 50))
      }
    },
    end: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
