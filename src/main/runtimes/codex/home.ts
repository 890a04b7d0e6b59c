import { join } from 'node:path'
import type { HomeFile, InvocationInput } from '../runtime'

/** Codex's own folder below a home. */
export const codexFolder = '.codex'

/** Where a run's home has what. `temporary` is the run's TMPDIR. */
export function codexPlaces(homeFolder: string) {
  const codexHome = join(homeFolder, codexFolder)
  return { codexHome, helpers: join(codexHome, 'tmp'), temporary: join(homeFolder, 'tmp') }
}

const nothing = new Uint8Array()

/** The folders of conversations are there from the start: what is not there when a command begins can't be closed to it. */
const conversations = ['sessions', 'archived_sessions', 'log']
const kept = [codexFolder, ...conversations.map((name) => `${codexFolder}/${name}`), 'tmp']

/**
 * What a run's home has at the start: both folders, since Codex passes over a home that is not there and its commands
 * end at once without a temporary folder, and the user's sign-in and settings where the run may have them.
 */
export function codexHomeFiles({ signIn }: Pick<InvocationInput, 'signIn'>): readonly HomeFile[] {
  const own = signIn.type === 'none' ? [] : (signIn.files ?? [])
  return [...kept.map((folder) => ({ path: `${folder}/.keep`, content: nothing })), ...own]
}

/** `.codex/sessions/2026/11/30/rollout-….jsonl`: one for each conversation, its sub-agents' included. */
export function isCodexTranscript(path: string): boolean {
  return /^\.codex\/(archived_)?sessions\/(.+\/)?rollout-[^/]+\.jsonl(\.zst)?$/.test(
    path.replaceAll('\\', '/'),
  )
}
