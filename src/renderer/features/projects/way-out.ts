import type { GloveboxError } from '../../../shared'

/** What can be done about a folder that was refused. */
export type WayOut =
  /** Another folder is the right one: the repository around it, or what a link leads to. */
  | { readonly type: 'add_other'; readonly path: string }
  | { readonly type: 'choose_other' }
  /** The folder is right; something about it has to be mended first. */
  | { readonly type: 'try_again' }

/** The way out of a refusal, by its code and details (errors.ts, family workspace). */
export function wayOut(error: GloveboxError): WayOut {
  const other = pathIn(error.details, 'root') ?? pathIn(error.details, 'target')
  if (other !== null) return { type: 'add_other', path: other }
  switch (error.code) {
    case 'workspace.no_commits':
    case 'workspace.foreign_owner':
    case 'workspace.git_missing':
    case 'workspace.git_failed':
    case 'workspace.unreadable':
      return { type: 'try_again' }
    default:
      return { type: 'choose_other' }
  }
}

/** The last part of a path, for people. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}

function pathIn(details: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}
