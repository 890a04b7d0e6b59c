import { describe, expect, it } from 'vitest'
import { environmentFor } from '../../../src/main/process'

describe('environmentFor', () => {
  it('passes what programs need and nothing else', () => {
    const environment = environmentFor(
      {
        PATH: '/usr/bin:/bin',
        LANG: 'de_DE.UTF-8',
        LC_TIME: 'C',
        TZ: 'Europe/Berlin',
        TERM: 'xterm',
        TMPDIR: '/tmp',
        HOME: '/home/user',
        LC_MY_TOKEN: 'abcdefgh',
        ANTHROPIC_API_KEY: 'abcdefgh',
        HTTPS_PROXY: 'http://user:password@proxy',
        NODE_OPTIONS: '--require /tmp/x.js',
        LD_PRELOAD: '/tmp/x.so',
        SSH_AUTH_SOCK: '/tmp/agent',
        EMPTY: undefined,
      },
      'linux',
    )
    expect(Object.keys(environment).sort()).toEqual(['LANG', 'LC_TIME', 'PATH', 'TERM', 'TMPDIR', 'TZ'])
  })

  it('drops the entries of PATH that would name files of the mirror', () => {
    expect(environmentFor({ PATH: '.:/usr/bin::node_modules/.bin:/bin' }, 'linux')).toEqual({
      PATH: '/usr/bin:/bin',
    })
  })

  it('compares names without case on Windows only', () => {
    expect(environmentFor({ systemroot: 'C:\\Windows' }, 'win32')).toEqual({ SystemRoot: 'C:\\Windows' })
    expect(environmentFor({ lang: 'C' }, 'linux')).toEqual({})
  })
})
