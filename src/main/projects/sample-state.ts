import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hashSampleFiles, readSampleFiles, type SampleFile } from './sample-files'

/** Name of our mark in the repository's git folder: that we made it, from which files, and where it stood then. */
export const sampleMark = 'glovebox-sample'
const markSchema = z.object({ files: z.string(), head: z.string() })
export type SampleMark = z.infer<typeof markSchema>

/**
 * What lies at the target: nothing, ours and of this version, ours of an earlier one and untouched, ours with the
 * user's own work in it, or something that is not ours.
 */
export type SampleState = 'absent' | 'current' | 'outdated' | 'edited' | 'foreign'

export async function inspectSample(target: string, files: readonly SampleFile[]): Promise<SampleState> {
  const found = await lstat(target).catch(() => null)
  if (found === null) return 'absent'
  if (!found.isDirectory()) return 'foreign'
  if ((await readdir(target)).length === 0) return 'absent'
  const mark = await readMark(target)
  if (mark === null) return 'foreign'
  if (mark.files === hashSampleFiles(files)) return 'current'
  return (await isUntouched(target, mark)) ? 'outdated' : 'edited'
}

async function readMark(target: string): Promise<SampleMark | null> {
  try {
    const text = await readFile(join(target, '.git', sampleMark), 'utf8')
    return markSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Whether the folder holds just the files it was made from, and the history is the one we gave it. */
async function isUntouched(target: string, mark: SampleMark): Promise<boolean> {
  const present = (await readSampleFiles(target)).filter(({ path }) => !path.startsWith('.git/'))
  const head = await readFile(join(target, '.git', 'refs', 'heads', 'main'), 'utf8').catch(() => '')
  return hashSampleFiles(present) === mark.files && head.trim() === mark.head
}
