import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { readRegularFile } from '../workspace'
import type { BrokerDeps } from './deps'
import type { PreparedRun } from './run'

const megabyte = 1024 * 1024
const maxFiles = 50
const maxEntries = 5000

/** In bytes. */
export type TranscriptSizes = {
  /** Content is hashed and written in one go: a larger file would hold the main loop for too long. */
  readonly file: number
  readonly all: number
  /** Of a run that was cancelled: its user waits for its end. */
  readonly allOfCancelled: number
  /** What is masked in one turn of the main loop. */
  readonly slice: number
}

const usual: TranscriptSizes = {
  file: 16 * megabyte,
  all: 64 * megabyte,
  allOfCancelled: 4 * megabyte,
  slice: megabyte,
}

/**
 * Keeps the agent program's own record of its conversation before its home is removed, secrets masked. The home was the
 * agent's to write: links are not followed, what is no plain file is passed over, and sizes are bounded. Never throws: a
 * run is what it was, whether or not its transcripts could be kept.
 */
export async function keepTranscripts(
  deps: BrokerDeps,
  run: Pick<
    PreparedRun,
    'sessionId' | 'candidate' | 'mirror' | 'control' | 'push' | 'redact' | 'createStream'
  >,
  sizes = usual,
): Promise<void> {
  try {
    await keep(deps, run, sizes)
  } catch (cause) {
    deps.log.error('transcripts could not be kept', { sessionId: run.sessionId, cause })
  }
}

async function keep(
  deps: BrokerDeps,
  run: Parameters<typeof keepTranscripts>[1],
  sizes: TranscriptSizes,
): Promise<void> {
  const { homeFolder } = run.mirror
  const listed = await listFiles(homeFolder)
  const paths = listed.files.filter((path) => run.candidate.runtime.isTranscript(path)).sort()
  const ceiling = () => (run.control.cancelledBy() === null ? sizes.all : sizes.allOfCancelled)
  let bytes = 0
  let left = Math.max(0, paths.length - maxFiles)
  for (const path of paths.slice(0, maxFiles)) {
    const room = Math.min(sizes.file, ceiling() - bytes)
    const content = room <= 0 ? null : await readRegularFile(join(homeFolder, path), room)
    if (content === null) {
      left += 1
      continue
    }
    const masked = await maskInSlices(
      deps,
      run,
      { content, slice: sizes.slice },
      () => bytes + content.length <= ceiling(),
    )
    if (masked === null) {
      left += 1
      continue
    }
    bytes += content.length
    const kept = await deps.storeContent(masked)
    if (kept.ok) run.push({ type: 'transcript.kept', path, hash: kept.value, bytes: masked.length })
    else deps.log.error('a transcript could not be kept', { path, error: kept.error })
    await deps.yieldToLoop()
  }
  if (!listed.whole)
    run.push({
      type: 'agent.notice',
      level: 'warning',
      text: `The agent left more than ${maxEntries} files in its home. Its own transcripts were looked for among the first of them only.`,
    })
  if (left > 0)
    run.push({
      type: 'agent.notice',
      level: 'info',
      text: `${left} of the agent’s own ${paths.length} transcripts are not kept: too large, or too many.`,
    })
}

/** Null once `mayGoOn` says no: the run was cancelled in the meantime. */
async function maskInSlices(
  { yieldToLoop }: Pick<BrokerDeps, 'yieldToLoop'>,
  { redact, createStream }: Pick<PreparedRun, 'redact' | 'createStream'>,
  { content, slice }: { readonly content: Buffer; readonly slice: number },
  mayGoOn: () => boolean,
): Promise<Buffer | null> {
  if (content.length <= slice) return Buffer.from(redact(content.toString('utf8')))
  const decoder = new StringDecoder('utf8')
  const stream = createStream()
  const masked: Buffer[] = []
  for (let at = 0; at < content.length; at += slice) {
    masked.push(Buffer.from(stream.push(decoder.write(content.subarray(at, at + slice)))))
    await yieldToLoop()
    if (!mayGoOn()) return null
  }
  masked.push(Buffer.from(stream.push(decoder.end()) + stream.end()))
  return Buffer.concat(masked)
}

/** Plain files below a folder by their relative paths; bounded, since the agent may have put anything there. */
async function listFiles(
  root: string,
): Promise<{ readonly files: readonly string[]; readonly whole: boolean }> {
  const files: string[] = []
  const folders = ['']
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // A folder may have become a link since it was listed.
    const own = await lstat(join(root, folder)).catch(() => null)
    if (own === null || !own.isDirectory()) continue
    // Piece by piece: the names of a folder that was filled with millions would hold the main loop for seconds.
    const listing = await opendir(join(root, folder), { bufferSize: 256 }).catch(() => null)
    if (listing === null) continue
    for await (const entry of listing) {
      seen += 1
      if (seen > maxEntries) return { files, whole: false }
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return { files, whole: true }
}
