import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Runs a program to its end and keeps what it printed; a program that cannot be started counts as code 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { show?: boolean, timeout?: number }} [options] show: pass the
 *   output through instead of keeping it; timeout: milliseconds, after which it is ended
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(command, args, { show = false, timeout, ...options } = {}) {
  return new Promise((done) => {
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { stdio, ...options })
    let output = ''
    let timedOut = false
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    const timer = timeout
      ? setTimeout(() => {
          timedOut = true
          child.kill('SIGKILL')
        }, timeout)
      : undefined
    const end = (code) => {
      clearTimeout(timer)
      done({ code, output, timedOut })
    }
    child.on('error', (error) => {
      output += error.message
      end(127)
    })
    child.on('close', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

/** npm by whatever name this system gives it; its own registry, proxy and cache settings hold. */
export const runNpm = (args, options = {}) =>
  process.platform === 'win32' ? run('npm.cmd', args, { shell: true, ...options }) : run('npm', args, options)

/** The short output of a quick program, or undefined if it failed. */
export function ask(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000, ...options })
  return result.status === 0 ? result.stdout : undefined
}

/** Whether a program of this name is on PATH. */
export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {}
  }
  return false
}

export const isRoot = () => process.getuid?.() === 0
