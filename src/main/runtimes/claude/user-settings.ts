import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readHomeFile } from '../read-home-file'
import type { HomeFile } from '../runtime'
import { configFolder } from './environment'

const maxFileBytes = 256 * 1024
const maxFiles = 200
const maxDepth = 4

/** Folders of instructions; whatever else is there (conversations, plugins, caches) stays where it is. */
const folders = ['agents', 'commands', 'output-styles', 'rules', 'skills'] as const

/**
 * What a user ticks with “Load my settings”: copies of settings.json, CLAUDE.md, the agents, commands, skills and MCP
 * servers of their own folder. Permissions that would widen what a run may do are left out: those come from its
 * capabilities. Inside the folders links are not followed; instructions above 256 kB are left out.
 */
export async function readUserSettings(folder: string): Promise<readonly HomeFile[]> {
  const settings = await readJson(join(folder, 'settings.json'))
  const state = (await readJson(join(folder, '.claude.json'))) ?? (await readJson(`${folder}.json`))
  const servers = z.object({ mcpServers: z.record(z.string(), z.unknown()) }).safeParse(state)
  const paths = (await Promise.all(folders.map((name) => list(folder, name, 0)))).flat()
  const copied = await Promise.all(
    ['CLAUDE.md', ...paths.slice(0, maxFiles)].map((path) => copy(folder, path)),
  )
  return [
    ...asFile('settings.json', narrowed(settings)),
    ...asFile('.claude.json', servers.success ? { mcpServers: servers.data.mcpServers } : null),
    ...copied.flat(),
  ]
}

const settingsSchema = z.looseObject({
  permissions: z
    .looseObject({ allow: z.array(z.string()).optional(), deny: z.array(z.string()).optional() })
    .optional(),
})

/** Allow rules stay for the tools of MCP servers only: without one those could not be used at all. */
function narrowed(settings: unknown): unknown {
  const parsed = settingsSchema.safeParse(settings)
  if (!parsed.success) return null
  const { permissions, ...rest } = parsed.data
  const allow = (permissions?.allow ?? []).filter((rule) => rule.startsWith('mcp__'))
  return { ...rest, permissions: { allow, deny: permissions?.deny ?? [] } }
}

function asFile(name: string, value: unknown): readonly HomeFile[] {
  if (value === null || value === undefined) return []
  return [{ path: `${configFolder}/${name}`, content: Buffer.from(JSON.stringify(value)) }]
}

async function list(folder: string, path: string, depth: number): Promise<readonly string[]> {
  if (depth > maxDepth) return []
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) return list(folder, inner, depth + 1)
      return entry.isFile() ? [inner] : []
    }),
  )
  return found.flat()
}

async function copy(folder: string, path: string): Promise<readonly HomeFile[]> {
  const content = await readHomeFile(join(folder, path))
  return content === null || content.length > maxFileBytes
    ? []
    : [{ path: `${configFolder}/${path}`, content }]
}

async function readJson(path: string): Promise<unknown> {
  const content = await readHomeFile(path)
  try {
    return content === null ? null : JSON.parse(content.toString('utf8'))
  } catch {
    return null
  }
}
