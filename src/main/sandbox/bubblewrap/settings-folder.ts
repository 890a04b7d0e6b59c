import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isInSystem } from '../mounts'
import type { SystemView } from '../system-view'

/** Where a file of /etc lies that each box has of its own. */
export const boxFile = (name: string): string => `/run/box/${name}`

const ownFiles = ['passwd', 'resolv.conf'] as const

const namePrefix = 'settings-'
const keepOthersMs = 24 * 60 * 60 * 1000

/**
 * /etc as the boxes see it: the machine's public settings and the given texts, by their paths, copied into one folder
 * of ours, with links to the files that a box has of its own. One mount in place of a dozen, each of which bubblewrap
 * takes its time for. Named after what was copied, so a machine whose settings change gets another; how they are is
 * looked at for every box. What not everybody may read is left out. Rejects where our own folder can't be written.
 */
export async function laySettings(
  folder: string,
  system: SystemView,
  texts: Readonly<Record<string, string>>,
): Promise<string> {
  const entries = [
    ...ownFiles.map((name): Entry => ({ path: name, kind: 'link', leadsTo: boxFile(name) })),
    ...Object.entries(texts).map(([path, text]): Entry => ({ path: inEtc(path), kind: 'text', text })),
    ...(await Promise.all(system.settings.map((setting) => entriesOf(setting, system)))).flat(),
  ]
  const digest = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16)
  const path = join(folder, `${namePrefix}${digest}`)
  if (await isFolder(path)) return path
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const fresh = `${path}.${randomUUID()}`
  try {
    await layEntries(fresh, entries)
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another start was faster.
    if (!(await isFolder(path))) throw error
  }
  return path
}

type Entry = { readonly path: string } & (
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly leadsTo: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly source: string; readonly stamp: readonly number[] }
)

const inEtc = (path: string): string => relative('/etc', path)

async function entriesOf(
  { source, target }: SystemView['settings'][number],
  system: SystemView,
): Promise<readonly Entry[]> {
  const path = inEtc(target)
  // Seen inside already, under its real name.
  return isInSystem(source, system) ? [{ path, kind: 'link', leadsTo: source }] : look(source, path)
}

async function look(source: string, path: string): Promise<readonly Entry[]> {
  const found = await lstat(source).catch(() => null)
  if (found === null) return []
  if (found.isSymbolicLink()) {
    const leadsTo = await readlink(source).catch(() => null)
    return leadsTo === null ? [] : [{ path, kind: 'link', leadsTo }]
  }
  if (found.isFile() && (found.mode & constants.S_IROTH) !== 0)
    return [
      { path, kind: 'file', source, stamp: [found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs] },
    ]
  if (!found.isDirectory() || (found.mode & constants.S_IROTH) === 0) return []
  const names = await readdir(source).catch(() => [])
  const within = await Promise.all(names.sort().map((name) => look(join(source, name), join(path, name))))
  return [{ path, kind: 'folder' }, ...within.flat()]
}

async function layEntries(root: string, entries: readonly Entry[]): Promise<void> {
  const folders = new Set([root])
  for (const { path, kind } of entries)
    folders.add(kind === 'folder' ? join(root, path) : dirname(join(root, path)))
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o755 })
  await Promise.all(
    entries.map(async (entry) => {
      const target = join(root, entry.path)
      if (entry.kind === 'link') await symlink(entry.leadsTo, target)
      if (entry.kind === 'text') await writeFile(target, entry.text)
      if (entry.kind === 'file') await copyFile(entry.source, target)
    }),
  )
}

/**
 * Takes away those of earlier days, and what a start that was ended left half laid. For an app that has no box open yet:
 * an open one goes on with the settings that it began with.
 */
export async function removeOldSettings(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = name.startsWith(namePrefix) ? await stat(path).catch(() => null) : null
    if (found !== null && Date.now() - found.mtimeMs > keepOthersMs)
      await rm(path, { recursive: true, force: true })
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null)
  return found?.isDirectory() === true
}
