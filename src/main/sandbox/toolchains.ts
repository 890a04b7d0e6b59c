import { realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join, relative } from 'node:path'
import { isWithin } from './box'

/** What of the user's own tools a box shows, read-only, and the variables by which they find their parts. */
export type Toolchains = {
  readonly folders: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** One way in which people install tools below their home: a folder of PATH, and what programs there need besides. */
type Layout = {
  /** The folder on PATH, relative to the home; `*` stands for one name. */
  readonly path: string
  /** Folders shown, relative to the home, with what `*` stood for in `path`, in order. None: the folder itself. */
  readonly shows?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

/** Without `etc`, where npm keeps tokens that hold for every project. */
function nodeParts(folder: string): readonly string[] {
  return ['bin', 'lib', 'include', 'share'].map((part) => `${folder}/${part}`)
}

/**
 * Only layouts that are known: next to many a tool's programs lie its sign-ins (`~/.cargo/credentials.toml`), so a
 * folder is never shown just because PATH leads into it.
 */
const layouts: readonly Layout[] = [
  { path: '.nvm/versions/node/*/bin', shows: nodeParts('.nvm/versions/node/*') },
  {
    path: '.local/share/fnm/node-versions/*/installation/bin',
    shows: nodeParts('.local/share/fnm/node-versions/*/installation'),
  },
  { path: '.volta/bin', shows: ['.volta/bin', '.volta/tools'], variables: { VOLTA_HOME: '.volta' } },
  { path: '.asdf/shims', shows: ['.asdf'], variables: { ASDF_DATA_DIR: '.asdf' } },
  {
    path: '.local/share/mise/shims',
    shows: ['.local/share/mise/shims', '.local/share/mise/installs', '.local/bin'],
    variables: { MISE_DATA_DIR: '.local/share/mise' },
  },
  { path: '.local/share/mise/installs/*/*/bin', shows: ['.local/share/mise/installs/*/*'] },
  { path: '.pyenv/shims', shows: ['.pyenv'], variables: { PYENV_ROOT: '.pyenv' } },
  { path: '.pyenv/bin', shows: ['.pyenv'], variables: { PYENV_ROOT: '.pyenv' } },
  { path: '.rbenv/shims', shows: ['.rbenv'], variables: { RBENV_ROOT: '.rbenv' } },
  { path: '.nodenv/shims', shows: ['.nodenv'], variables: { NODENV_ROOT: '.nodenv' } },
  { path: '.cargo/bin', shows: ['.cargo/bin', '.rustup'], variables: { RUSTUP_HOME: '.rustup' } },
  { path: '.bun/bin' },
  { path: '.deno/bin' },
  { path: 'go/bin' },
  { path: '.sdkman/candidates/*/current/bin', shows: ['.sdkman/candidates/*'] },
  {
    path: '.local/bin',
    shows: ['.local/bin', '.local/share/pipx/venvs', '.local/share/uv/tools', '.local/share/uv/python'],
  },
  { path: '.local/share/pnpm' },
]

/** Where programs lie outside of a home and of the system's folders: a folder of its own each. */
const apart: readonly string[] = ['/opt', '/snap']
const linuxbrew = '/home/linuxbrew/.linuxbrew'
/** Without `var` and `etc`, where its databases and their settings lie. */
const linuxbrewParts: readonly string[] = ['bin', 'sbin', 'lib', 'libexec', 'share', 'opt', 'Cellar']

/**
 * The user's own tools that PATH leads to, for a box to show: version managers' Node, Python, Ruby, Rust and the like.
 * What is not of a known layout stays unseen, and commands then don't find it.
 */
export async function findToolchains(path: string, home: string): Promise<Toolchains> {
  const folders = [...new Set(path.split(delimiter).filter(isAbsolute))]
  const shown = new Set<string>()
  const variables: Record<string, string> = {}
  for (const folder of folders) {
    const inHome = relative(home, folder)
    for (const layout of layouts) {
      const names = matchPath(layout.path, inHome)
      if (names === null) continue
      for (const each of layout.shows ?? [layout.path]) shown.add(join(home, fill(each, names)))
      for (const [name, value] of Object.entries(layout.variables ?? {})) variables[name] = join(home, value)
    }
    for (const parent of apart) {
      const [first] = relative(parent, folder).split('/')
      if (isWithin(folder, parent) && first !== undefined && first !== '') shown.add(join(parent, first))
    }
    if (isWithin(folder, linuxbrew)) for (const part of linuxbrewParts) shown.add(join(linuxbrew, part))
  }
  const outermost = [...shown].filter(
    (each) => ![...shown].some((other) => other !== each && isWithin(each, other)),
  )
  // Seen under its own name alone; a link could lead anywhere.
  const real = await Promise.all(outermost.map((folder) => realpath(folder).catch(() => null)))
  return { folders: outermost.filter((folder, index) => real[index] === folder), variables }
}

/** The names that `*` stood for; null: another path. */
function matchPath(pattern: string, path: string): readonly string[] | null {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== found.length) return null
  const names: string[] = []
  for (const [index, part] of wanted.entries()) {
    const name = found[index] ?? ''
    if (part === '*') names.push(name)
    else if (part !== name) return null
  }
  return names
}

function fill(pattern: string, names: readonly string[]): string {
  const left = [...names]
  return pattern.replaceAll('*', () => left.shift() ?? '')
}
