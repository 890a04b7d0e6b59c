import { lstat, readlink, realpath } from 'node:fs/promises'

/** The machine's programs and the harmless part of its settings, as a box shows them, read-only. */
export type SystemView = {
  readonly folders: readonly string[]
  /** Links at the root, e.g. `/bin` to `usr/bin`. */
  readonly links: readonly { readonly path: string; readonly target: string }[]
  readonly settings: readonly { readonly source: string; readonly target: string }[]
  /** Real path of resolv.conf; only shown to a box that has the network. */
  readonly nameServers: string | null
}

/** Where distributions keep programs and libraries. The last two are those of NixOS and Guix. */
const programFolders: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
]

/**
 * Public settings that programs need: how libraries are found, which certificates are trusted, time and alternatives.
 * Not /etc/ssl or /etc/pki as a whole: they hold private keys, which root may read.
 */
const settings: readonly string[] = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/ca-certificates',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/cert.pem',
  '/etc/pki/tls/openssl.cnf',
  '/etc/crypto-policies',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/protocols',
  '/etc/services',
  '/etc/mime.types',
  '/etc/fonts',
]

/** Looks at what of it this machine has. Never fails: what is not there is left out. */
export async function readSystemView(): Promise<SystemView> {
  const programs = await Promise.all(programFolders.map(lookAt))
  const found = await Promise.all(
    settings.map(async (target) => ({ target, source: await realpath(target).catch(() => null) })),
  )
  return {
    folders: programs.flatMap((each) => (each?.type === 'folder' ? [each.path] : [])),
    links: programs.flatMap((each) => (each?.type === 'link' ? [each] : [])),
    settings: found.flatMap(({ source, target }) => (source === null ? [] : [{ source, target }])),
    nameServers: await realpath('/etc/resolv.conf').catch(() => null),
  }
}

type Found =
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'link'; readonly path: string; readonly target: string }

async function lookAt(path: string): Promise<Found | null> {
  const found = await lstat(path).catch(() => null)
  if (found?.isDirectory() === true) return { type: 'folder', path }
  if (found?.isSymbolicLink() !== true) return null
  const target = await readlink(path).catch(() => null)
  return target === null ? null : { type: 'link', path, target }
}
