import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ExecutableIdentity } from '../../process'

/**
 * The native program behind npm's launcher (`@openai/codex/bin/codex.js`, a Node script), or null where the program
 * found is no such launcher. It lies in the package of this platform, beside the launcher's or within it; older
 * releases have it in the launcher's own. Started directly, it needs no Node on PATH.
 */
export async function nativeCodex(
  found: Pick<ExecutableIdentity, 'path'>,
  platform: NodeJS.Platform,
  arch: string,
): Promise<string | null> {
  if (basename(found.path) !== 'codex.js') return null
  const target = `${platform}-${arch}`
  const triple = targets[target]
  if (triple === undefined) return null
  const launcher = dirname(dirname(found.path))
  const name = `codex-${target}`
  const packages = [
    join(launcher, 'node_modules', '@openai', name),
    join(dirname(launcher), name),
    ...(await pnpmPackages(launcher, name)),
    launcher,
  ]
  const file = platform === 'win32' ? 'codex.exe' : 'codex'
  for (const folder of packages) {
    for (const inner of ['bin', 'codex']) {
      const program = await realpath(join(folder, 'vendor', triple, inner, file)).catch(() => null)
      if (program !== null) return program
    }
  }
  return null
}

const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
}

/** pnpm keeps each package in a folder of its own: `.pnpm/<package>@<version>/node_modules/<package>`. */
async function pnpmPackages(launcher: string, name: string): Promise<readonly string[]> {
  const store = dirname(dirname(dirname(dirname(launcher))))
  if (basename(store) !== '.pnpm') return []
  const version =
    basename(dirname(dirname(dirname(launcher))))
      .split('@')
      .at(-1) ?? ''
  const folders = (await readdir(store).catch(() => [])).filter((folder) =>
    folder.startsWith(`@openai+codex@${version}`),
  )
  return folders.flatMap((folder) => [
    join(store, folder, 'node_modules', '@openai', name),
    join(store, folder, 'node_modules', '@openai', 'codex'),
  ])
}
