import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegularFile } from '../workspace'
import type { BrokerDeps } from './deps'
import type { PreparedRun } from './run'

const maxFiles = 50
const maxFileBytes = 64 * 1024 * 1024
const maxEntries = 5000

/**
 * Keeps the agent program's own record of its conversation before its home is removed, secrets masked. The home was the
 * agent's to write: links are not followed, and what is no plain file is passed over.
 */
export async function keepTranscripts(deps: BrokerDeps, run: PreparedRun): Promise<void> {
  const { runtime } = run.candidate
  const paths = (await listFiles(run.mirror.homeFolder)).filter((path) => runtime.isTranscript(path))
  for (const path of paths.sort().slice(0, maxFiles)) {
    const bytes = await readRegularFile(join(run.mirror.homeFolder, path), maxFileBytes)
    if (bytes === null) continue
    const masked = Buffer.from(run.redact(bytes.toString('utf8')))
    const kept = await deps.storeContent(masked)
    if (kept.ok) run.push({ type: 'transcript.kept', path, hash: kept.value, bytes: masked.length })
    else deps.log.error('a transcript could not be kept', { path, error: kept.error })
  }
}

/** Plain files below a folder by their relative paths; bounded, since the agent may have put anything there. */
async function listFiles(root: string): Promise<readonly string[]> {
  const files: string[] = []
  const folders = ['']
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // A folder may have become a link since it was listed.
    const own = await lstat(join(root, folder)).catch(() => null)
    if (own === null || !own.isDirectory()) continue
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      seen += 1
      if (seen > maxEntries) return files
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return files
}
