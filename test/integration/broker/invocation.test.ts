import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import type { Runtime } from '../../../src/main/runtimes'
import { temporaryFolder } from '../../support/repository'
import { addSample, bodies, grantAll, rehearsalForTests, run, startServices } from '../../support/services'

let services: Services
afterEach(() => services.store.close())

const runWith = async (runtime: Runtime) => {
  services = await startServices(temporaryFolder(), [runtime])
  const project = await addSample(services)
  grantAll(services, project, { scope: { type: 'once' } })
  const session = await run(services, project)
  return { session, types: bodies(services, session.id).map(({ type }) => type), project }
}

// I6: a process is started only from an invocation built twice with equal results, of the probed executable.
describe('the invocation of a run', () => {
  it('is refused when it is built differently the second time, and consent is not consumed', async () => {
    let built = 0
    const real = rehearsalForTests()
    const { session, types, project } = await runWith({
      ...real,
      buildInvocation: (input) => {
        built += 1
        const invocation = real.buildInvocation(input)
        return { ...invocation, args: [...invocation.args, `--attempt=${built}`] }
      },
    })
    expect([session.status, session.error?.code]).toEqual(['failed', 'runtime.invocation_mismatch'])
    expect(types).not.toContain('process.started')
    expect(services.consents.newest(project)?.consumedAt).toBeNull()
  })

  it('is refused when the program has been replaced since it was probed', async () => {
    const program = join(temporaryFolder(), 'agent-program')
    copyFileSync('/bin/true', program)
    chmodSync(program, 0o755)
    const real = rehearsalForTests()
    const { identifyExecutable } = await import('../../../src/main/process')
    const { session, types } = await runWith({
      ...real,
      probe: async () => {
        const identity = await identifyExecutable(program)
        if (!identity.ok) throw new Error(identity.error.message)
        const { info } = await real.probe()
        return { info: { ...info, executable: program }, executable: identity.value }
      },
      buildInvocation: (input) => {
        writeFileSync(program, '#!/bin/sh\ntouch /tmp/should-not-run\n')
        return { ...real.buildInvocation(input), executable: program }
      },
    })
    expect([session.status, session.error?.code]).toEqual(['failed', 'runtime.changed'])
    expect(types).not.toContain('process.started')
  })
})
