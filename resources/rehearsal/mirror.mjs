import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, unlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { UsageError } from './arguments.mjs'
import { walkFiles } from './walk.mjs'

/** A tool's expected failure: its message is the result that the agent gets. */
export class ToolError extends Error {}

const maxReadBytes = 1024 * 1024
const maxMatches = 50

/**
 * The folder to work in. Every path is relative to it and stays inside it: no `..`, no absolute path, no way through a
 * link that leads out, nothing in `.git`. That is good manners, not a sandbox: commands that are run are not held by it.
 */
export async function openMirror(path) {
  const folder = await realpath(path).catch(() => null)
  if (folder === null || !(await lstat(folder)).isDirectory()) throw new UsageError(`${path} is not a folder`)

  const locate = async (relative) => {
    const parts = splitPath(relative)
    let at = folder
    for (const part of parts.slice(0, -1)) {
      at = join(at, part)
      const real = await realpath(at).catch(() => at)
      if (real !== folder && !real.startsWith(folder + sep))
        throw new ToolError(`${relative} leads out of the folder.`)
    }
    return join(at, parts.at(-1) ?? '')
  }

  const readText = async (relative) => {
    const file = await openFile(await locate(relative), relative)
    try {
      const { size } = await file.stat()
      if (size > maxReadBytes) throw new ToolError(`${relative} is too large to be read (${size} bytes).`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  }

  return {
    folder,
    readText,
    /** Replaces texts that must each occur exactly once. */
    edit: async (relative, replacements) => {
      let text = await readText(relative)
      for (const { old, new: replacement } of replacements) {
        const found = text.split(old).length - 1
        if (found === 0) throw new ToolError(`The text to replace was not found in ${relative}.`)
        if (found > 1) throw new ToolError(`The text to replace occurs ${found} times in ${relative}.`)
        text = text.replace(old, () => replacement)
      }
      const file = await openFile(await locate(relative), relative, constants.O_WRONLY | constants.O_TRUNC)
      await file.writeFile(text).finally(() => file.close())
    },
    create: async (relative, text) => {
      const path = await locate(relative)
      await mkdir(dirname(path), { recursive: true }).catch(refuse(relative))
      const file = await open(path, 'wx').catch(refuse(relative))
      await file.writeFile(text).finally(() => file.close())
    },
    remove: async (relative) => {
      await unlink(await locate(relative)).catch(refuse(relative))
    },
    /** Never onto a file that is there. */
    rename: async (relative, to) => {
      const [from, target] = [await locate(relative), await locate(to)]
      await mkdir(dirname(target), { recursive: true }).catch(refuse(to))
      if ((await lstat(target).catch(() => null)) !== null) throw new ToolError(`${to} is there already.`)
      await rename(from, target).catch(refuse(relative))
    },
    /** Lines that hold a text, as `path:line: text`; at most 50, with the number of all. */
    search: async (text) => {
      const matches = []
      let total = 0
      for await (const { path, readLines } of walkFiles(folder)) {
        const lines = await readLines()
        lines.forEach((line, index) => {
          if (!line.includes(text)) return
          total += 1
          if (matches.length < maxMatches) matches.push(`${path}:${index + 1}: ${line.trim().slice(0, 200)}`)
        })
      }
      return { matches, total }
    },
  }
}

function splitPath(relative) {
  const parts = relative.split('/')
  if (relative === '' || relative.includes('\0') || relative.includes('\\') || /^[a-zA-Z]:/.test(relative))
    throw new ToolError(`${JSON.stringify(relative)} is no path inside the folder.`)
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new ToolError(`${relative} leads out of the folder.`)
  if (parts[0]?.toLowerCase() === '.git') throw new ToolError(`${relative} belongs to git.`)
  return parts
}

/** Opens a regular file, never through a link at its end; a FIFO or device can't make it wait. */
async function openFile(path, relative, flags = constants.O_RDONLY) {
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = await open(path, flags | careful).catch(refuse(relative))
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new ToolError(`${relative} is not a file.`)
}

function refuse(relative) {
  return (error) => {
    throw new ToolError(reasons[error.code]?.(relative) ?? `${relative}: ${error.code ?? error.message}`)
  }
}

const reasons = {
  ENOENT: (path) => `${path} is not there.`,
  EEXIST: (path) => `${path} is there already.`,
  EISDIR: (path) => `${path} is a folder.`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder.`,
  EACCES: (path) => `${path} may not be opened.`,
  EPERM: (path) => `${path} may not be changed.`,
  ELOOP: (path) => `${path} is a link.`,
  EMLINK: (path) => `${path} is a link.`,
  ENXIO: (path) => `${path} is not a file.`,
  ENOSPC: (path) => `There is no room left to write ${path}.`,
}
