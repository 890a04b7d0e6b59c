import { chmodSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import type { Project } from '../../../src/shared'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { grantAll, run, startServices } from '../../support/services'
import { traceOpens } from '../../support/trace-opens'
import { unwrap } from '../../support/workspace'

let services: Services
let project: Project

beforeAll(async () => {
  services = await startServices(temporaryFolder())
  const path = makeRepository({ 'secret-plan.txt': 'never read\n', 'src/code.js': 'export {}\n' })
  project = unwrap(await services.projects.add(path))
})
afterAll(() => services.store.close())

const names = ['secret-plan.txt', 'src/code.js']

/** What is opened of the project: by its path, or, as the mirror does, by name from a folder that is held open. */
const opensOf = async (folder: string, work: () => Promise<void>): Promise<readonly string[]> =>
  (await traceOpens(work)).filter(
    (path) =>
      path === folder || path.startsWith(`${folder}/`) || names.some((name) => path.endsWith(basename(name))),
  )

/** All but git's own pointer from a linked work tree to its repository, which tells one repository from another. */
const isProjectFile = (path: string): boolean => path !== join(project.path, '.git', 'commondir')

// I1: no project file is read before runtime, capability and consent checks have all passed.
describe('a run without consent', () => {
  it('opens nothing of the project, and one with consent does', async () => {
    const files = names.map((name) => join(project.path, name))
    for (const file of files) chmodSync(file, 0)

    const denied = await opensOf(project.path, async () => {
      const session = await run(services, project, { variant: 'survey' })
      expect([session.status, session.error?.code]).toEqual(['denied', 'consent.missing'])
    })
    expect(denied.filter(isProjectFile)).toEqual([])

    for (const file of files) chmodSync(file, 0o644)
    grantAll(services, project)
    const granted = await opensOf(project.path, async () => {
      expect((await run(services, project, { variant: 'survey' })).status).toBe('succeeded')
    })
    expect(granted).toEqual(expect.arrayContaining([expect.stringContaining('secret-plan.txt')]))
  })

  it('opens nothing when a capability that the agent needs is missing', async () => {
    const opened = await opensOf(project.path, async () => {
      const session = await run(services, project, { capabilities: ['run_commands'] })
      expect([session.status, session.error?.code]).toEqual(['denied', 'policy.capability_missing'])
    })
    expect(opened.filter(isProjectFile)).toEqual([])
  })
})
