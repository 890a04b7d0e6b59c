import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { failure, ok, type Result } from '../../../shared'
import { isMachine } from '../seccomp/system-calls'
import type { SystemView } from '../system-view'
import type { Engine } from './engine'
import { labels } from './host-config'
import type { InsideUser } from './ownership'
import { rootImage } from './root-image'
import { encodeTar } from './tar'

/**
 * What a container is made of. `own`: an empty root over which the machine's own programs are mounted; needs nothing
 * and works where the engine runs on this machine. `tools`: built by the engine from our Dockerfile, once. `named`: any
 * image with a shell, pulled where it is not there.
 */
export type ImageChoice =
  | { readonly type: 'own' }
  | { readonly type: 'tools' }
  | { readonly type: 'named'; readonly ref: string }

export type ImageEntry = { readonly name: string; readonly bytes: number; readonly ours: boolean }

export type EnsureOptions = {
  /** A step, in the engine's own words. */
  readonly onProgress?: (text: string) => void
  readonly signal?: AbortSignal
}

export type Images = {
  readonly list: () => Promise<Result<readonly ImageEntry[]>>
  /**
   * Sees to it that the image is there: imports, builds or pulls it. Its name, by which it is found from now on.
   * Failures: `sandbox.image_failed` with the engine's words, `sandbox.lost`.
   */
  readonly ensure: (choice: ImageChoice, options?: EnsureOptions) => Promise<Result<string>>
  /** The name of an image that is there already; null: it is not. */
  readonly find: (choice: ImageChoice) => Promise<string | null>
}

export type ImageDeps = {
  readonly engine: Engine
  readonly view: SystemView
  readonly user: InsideUser
  /** Our Dockerfile, by its path. */
  readonly dockerfile: string
  /** Node's name of the machine. */
  readonly machine: string
}

const ourNames = ['glovebox-root:', 'glovebox-tools:']
/** A name of an image as the engine takes it: no option, no space. */
const validRef = /^[a-z0-9][\w.\-/:@]{0,254}$/

export function createImages({ engine, view, user, dockerfile, machine }: ImageDeps): Images {
  const own = isMachine(machine) ? rootImage(view, user, machine) : null
  const isThere = async (name: string): Promise<boolean> => (await engine.inspectImage(name)).ok
  const tools = async (): Promise<{ readonly name: string; readonly text: string } | null> => {
    const text = await readFile(dockerfile, 'utf8').catch(() => null)
    if (text === null) return null
    const id = createHash('sha256').update(`${user.uid}:${user.gid}\n${text}`).digest('hex').slice(0, 24)
    return { name: `glovebox-tools:${id}`, text }
  }
  const nameOf = async (choice: ImageChoice): Promise<string | null> => {
    switch (choice.type) {
      case 'own':
        return own?.name ?? null
      case 'tools':
        return (await tools())?.name ?? null
      case 'named':
        return choice.ref
    }
  }
  return {
    list: async () => {
      const found = await engine.listImages()
      if (!found.ok) return failed('list', found)
      return ok(
        found.value.flatMap(({ RepoTags, Size }) =>
          (RepoTags ?? []).map((name) => ({
            name,
            bytes: Size,
            ours: ourNames.some((start) => name.startsWith(start)),
          })),
        ),
      )
    },
    find: async (choice) => {
      const name = await nameOf(choice)
      return name !== null && (await isThere(name)) ? name : null
    },
    ensure: async (choice, { onProgress, signal } = {}) => {
      const name = await nameOf(choice)
      if (name === null)
        return failed('read', {
          status: null,
          text: 'there is none for this machine, or its Dockerfile can’t be read',
        })
      if (choice.type === 'named' && !validRef.test(name))
        return failed('pull', { status: null, text: 'this is no name of an image' })
      if (await isThere(name)) return ok(name)
      switch (choice.type) {
        case 'own': {
          const [repo = '', tag = ''] = name.split(':')
          const made = await engine.importImage(own?.tar ?? Buffer.alloc(0), { repo, tag })
          return made.ok ? ok(name) : failed('import', made)
        }
        case 'named': {
          const pulled = await engine.pullImage(name, { onProgress, signal })
          return pulled.ok ? ok(name) : failed('pull', pulled)
        }
        case 'tools': {
          const text = (await tools())?.text ?? ''
          const context = encodeTar([
            { type: 'file', path: 'Dockerfile', mode: 0o644, content: Buffer.from(text) },
          ])
          const options = {
            t: name,
            // Older engines and newer ones build this form alike.
            version: '1',
            buildargs: JSON.stringify({ AGENT_UID: String(user.uid), AGENT_GID: String(user.gid) }),
            labels: JSON.stringify({ [labels.image]: 'tools' }),
            rm: true,
            forcerm: true,
          }
          const built = await engine.buildImage(context, options, { onProgress, signal })
          return built.ok ? ok(name) : failed('build', built)
        }
      }
    },
  }
}

const verbs = {
  list: 'listed',
  read: 'read',
  import: 'imported',
  pull: 'pulled',
  build: 'built',
} as const

function failed(what: keyof typeof verbs, { status, text }: { status: number | null; text: string }) {
  return failure(
    'sandbox.image_failed',
    `The image for the container can’t be ${verbs[what]}. What the engine said is in the details.`,
    { status, text },
  )
}
