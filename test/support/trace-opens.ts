import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs `work` while strace watches this process, its threads and its children, and gives every path that any of them
 * opened. Needs strace and the right to attach; without them it throws and says so.
 */
export async function traceOpens(work: () => Promise<void>): Promise<readonly string[]> {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' })
  } catch {
    throw new Error('This test needs strace. On Debian: apt-get install strace')
  }
  const file = join(mkdtempSync(join(tmpdir(), 'glovebox-trace-')), 'trace')
  const opens = 'trace=open,openat,openat2,creat,execve'
  const args = ['-f', '-qq', '-s', '4096', '-e', opens, '-o', file, '-p', String(process.pid)]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((done) => strace.on('exit', done))
  let complaint = ''
  strace.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  await attached(
    () => strace.exitCode === null,
    () => complaint,
  )
  try {
    await work()
  } finally {
    strace.kill('SIGINT')
    await ended
  }
  const calls = readFileSync(file, 'utf8').split('\n')
  return calls.flatMap((line) => /"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? [])
}

/** strace has attached once /proc names a tracer of this process. */
async function attached(alive: () => boolean, complaint: () => string): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    if (!/^TracerPid:\s+0$/m.test(readFileSync('/proc/self/status', 'utf8'))) return
    if (!alive()) break
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error(`strace could not attach to this process: ${complaint()}`)
}
