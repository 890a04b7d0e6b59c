import fs from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { root, sharedCache } from './paths.mjs'

/** A set-up problem the user can act on: its message is a sentence that names the way out. */
export class SetupError extends Error {}

/** One plain line; no spinners, so that a log reads like a terminal. */
export const say = (line) => console.log(line)

/**
 * Runs a step that may take over a second, saying what it does before it begins and how long it took.
 * @template T
 * @param {string} what e.g. "Electron: unpacking"
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const begun = Date.now()
  say(`${what} …`)
  const value = await work()
  const seconds = Math.round((Date.now() - begun) / 1000)
  // A program that failed (run.mjs) is explained by whoever started it.
  if (seconds >= 1) say(`${what}: ${value?.code ? 'failed after' : 'done in'} ${seconds} s`)
  return value
}

const causes = [
  [
    /ENOSPC|no space left/i,
    'The disk is full: free about 2 GB where this checkout, the temporary folder and ~/.cache lie (or set XDG_CACHE_HOME to a folder on another disk), then run the command again.',
  ],
  [
    /EACCES|EPERM|EROFS|permission denied/i,
    'A folder that the set-up writes to belongs to someone else or is read-only: give this user the checkout, ~/.npm and ~/.cache (or set XDG_CACHE_HOME to a folder of your own), then run the command again.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/i,
    'The npm registry cannot be reached: connect to the network, or point npm at a registry that you can reach (npm config set registry <address>), then run the command again.',
  ],
]

/**
 * The sentence for a failure whose cause shows in its text (full disk, rights, network), or undefined.
 * @param {string} text an error message or a program's output
 */
export function wayOut(text) {
  const [full] = causes
  const [, sentence] = (diskIsFull() ? full : causes.find(([pattern]) => pattern.test(text))) ?? []
  return sentence
}

/** Asked too, since programs that meet a full disk often say something else. */
const diskIsFull = () =>
  [root, tmpdir(), homedir(), sharedCache].some((folder) => freeBytes(folder) < 20_000_000)

function freeBytes(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The last lines of a program's output, for a failure nobody foresaw. */
export const tail = (text, lines = 30) => text.trimEnd().split('\n').slice(-lines).join('\n')
