import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMachineSandbox } from '../../../src/main/boot/sandbox'
import type { Services } from '../../../src/main/boot/services'
import type { Project } from '../../../src/shared'
import { temporaryFolder } from '../../support/repository'
import { addSample, bodies, grantAll, run, startServices } from '../../support/services'

describe('a run of the Rehearsal agent in a measured box', () => {
  let services: Services
  let project: Project
  let folder: string

  beforeAll(async () => {
    folder = temporaryFolder()
    services = await startServices(folder, undefined, { sandbox: createMachineSandbox })
    services.store.write.saveSettings({
      ...services.store.read.settings(),
      sandbox: { order: ['bubblewrap'], projects: {} },
    })
    project = await addSample(services)
    grantAll(services, project)
  })
  afterAll(() => services.store.close())

  it('is held at what was measured, and says so from its start on', async () => {
    const began = performance.now()
    await services.sandbox.probes()
    console.log('probe', performance.now() - began)
    const view = await run(services, project)
    expect(view.error).toBeNull()
    expect(view).toMatchObject({ status: 'succeeded', level: { backend: 'bubblewrap' } })
    console.log(view.level.title, view.level.held, view.level.notHeld, view.check)
    expect(bodies(services, view.id)).toContainEqual(
      expect.objectContaining({ type: 'sandbox.opened', backend: 'bubblewrap', network: 'none', reach: [] }),
    )
    console.log(bodies(services, view.id).find(({ type }) => type === 'process.started'))
    expect(readdirSync(join(folder, 'runs'))).toEqual([])
  })
})
