import { type StdioOptions, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCommand, sameInvocation } from '../../../src/main/process'
import { shellInvocation } from './helpers'

const options = { timeoutMs: 10_000, maxOutputBytes: 1024 * 1024 }

describe('what a process inherits', () => {
  it('reads each content, up to its end, on the descriptors from 3 on', async () => {
    const inherits = [Buffer.from('first'), Buffer.alloc(700_000, 'x')]
    const ran = await runCommand(shellInvocation('cat <&3; echo; wc -c <&4', { inherits }), options)
    expect(ran.ok && ran.value.stdout.toString()).toBe('first\n700000\n')
  })

  it('does not hinder a process that never reads them', async () => {
    const ran = await runCommand(shellInvocation('exit 7', { inherits: [Buffer.alloc(700_000)] }), options)
    expect(ran).toMatchObject({ ok: true, value: { code: 7 } })
  })

  it('is a part of what makes two invocations the same (I6)', () => {
    const one = shellInvocation('', { inherits: [Buffer.from('a')] })
    expect(sameInvocation(one, shellInvocation('', { inherits: [Buffer.from('a')] }))).toBe(true)
    expect(sameInvocation(one, shellInvocation('', { inherits: [Buffer.from('b')] }))).toBe(false)
    expect(sameInvocation(one, shellInvocation(''))).toBe(false)
    expect(sameInvocation(one, { ...one, holder: true })).toBe(false)
    expect(sameInvocation(one, { ...one, reads: ['/opt/agent'] })).toBe(false)
  })

  it('is nothing that whoever started us left open', () => {
    const leaked = openSync('/etc/passwd', 'r')
    const script = `
      const { descriptorsFor } = require('./src/main/process/leaked-descriptors.ts')
      const given = descriptorsFor([Buffer.from('args')])
      console.log(given[0].length, given[1], given[37].length)`
    // Node closes the lowest ones by itself, so a higher one.
    const stdio = Array.from({ length: 41 }, (_, fd) => (fd === 1 ? 'pipe' : fd === 40 ? leaked : 'ignore'))
    const ran = spawnSync(process.execPath, ['-e', script], { stdio: stdio as StdioOptions })
    expect(ran.stdout?.toString()).toBe('4 ignore 0\n')
  })
})
