import { spawn } from 'node:child_process'
import { basename, delimiter, dirname } from 'node:path'
import { StringDecoder } from 'node:string_decoder'

const maxOutput = 256 * 1024
const killAfterMs = 500

/**
 * Runs commands in the folder: a program and its arguments, no shell, nothing to read. Its output is handed on while
 * it comes, up to 256 kB; an interruption ends it.
 */
export function createCommands(folder, interruption) {
  const env = commandEnvironment()
  return {
    /** Resolves with the exit code; 127 when there is no such program, 128 and more when a signal ended it. */
    run: ([program, ...args], onOutput) =>
      new Promise((resolve) => {
        const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
        const output = createOutput(onOutput)
        const ended = output.follow(child)
        const stop = interruption.onInterrupt(() => {
          child.kill('SIGTERM')
          setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
        })
        const finish = (exitCode) => {
          stop()
          ended.then(() => resolve(exitCode))
        }
        child.on('error', (error) => {
          output.say(`${program}: ${error.code === 'ENOENT' ? 'not found' : (error.code ?? error.message)}\n`)
          finish(127)
        })
        child.on('exit', (code, signal) => finish(code ?? exitCodeOf(signal)))
      }),
  }
}

function exitCodeOf(signal) {
  return { SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }[signal] ?? 128
}

function createOutput(onOutput) {
  let total = 0
  let last = Promise.resolve()
  const say = (text, stream = 'stderr') => {
    if (text === '' || total > maxOutput) return
    total += text.length
    const more = total > maxOutput ? '\n… the rest of the output is left out\n' : ''
    last = last.then(() => onOutput(stream, text + more))
  }
  const followOne = (readable, stream) =>
    new Promise((resolve) => {
      const decoder = new StringDecoder('utf8')
      readable.on('data', (chunk) => say(decoder.write(chunk), stream))
      readable.on('close', () => {
        say(decoder.end(), stream)
        resolve()
      })
    })
  return {
    say,
    /** Resolves once both streams are closed and everything was handed on. */
    follow: (child) => {
      const both = [followOne(child.stdout, 'stdout'), followOne(child.stderr, 'stderr')]
      return Promise.all(both).then(() => last)
    },
  }
}

/** The agent's own environment; the Node that plays it comes first on PATH, so that `node` is found. */
function commandEnvironment() {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const isNode = /^node(?:js)?(?:\.exe)?$/.test(basename(process.execPath)) && !process.versions.electron
  if (isNode)
    environment.PATH = [dirname(process.execPath), environment.PATH ?? ''].filter(Boolean).join(delimiter)
  return environment
}
