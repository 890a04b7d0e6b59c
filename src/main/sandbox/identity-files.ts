import type { BoxDescription } from './box'

/**
 * The few files of /etc that programs ask who they are and where names are looked up. Made for the box: the machine's
 * own would tell its accounts and hosts.
 */
export function identityFiles({
  user,
  homeFolder,
}: Pick<BoxDescription, 'user' | 'homeFolder'>): Readonly<
  Record<'/etc/passwd' | '/etc/group' | '/etc/hosts' | '/etc/nsswitch.conf', string>
> {
  const { uid, gid } = user
  return {
    '/etc/passwd': [
      'root:x:0:0:root:/:/usr/sbin/nologin',
      `agent:x:${uid}:${gid}:agent:${homeFolder}:/bin/sh`,
      'nobody:x:65534:65534:nobody:/:/usr/sbin/nologin',
      '',
    ].join('\n'),
    '/etc/group': ['root:x:0:', `agent:x:${gid}:`, 'nogroup:x:65534:', ''].join('\n'),
    '/etc/hosts': '127.0.0.1 localhost box\n::1 localhost\n',
    '/etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  }
}
