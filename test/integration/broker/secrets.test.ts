import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { bodies, grantAll, run, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

const secret = 'tr0ub4dor-and-three-more-words'
const keyShaped = `sk-ant-${'a1B2c3D4e5'.repeat(5)}`
let services: Services
let folder: string

beforeAll(async () => {
  process.env['GLOVEBOX_TEST_API_TOKEN'] = secret
  folder = temporaryFolder()
  services = await startServices(folder)
})
afterAll(() => {
  delete process.env['GLOVEBOX_TEST_API_TOKEN']
})

// I8: secrets never reach an event or a log.
it('a secret of the environment or shaped like a key is in no event, no database and no log', async () => {
  const path = makeRepository({ 'notes.txt': 'nothing\n' }, join(temporaryFolder(), 'project'))
  const project = unwrap(await services.projects.add(path))
  grantAll(services, project)
  const session = await run(services, project, {
    variant: 'survey',
    prompt: `Use ${secret} and ${keyShaped} to sign in.`,
  })
  expect(session.status).toBe('succeeded')
  expect(session.prompt).toContain('[masked:')
  const text = JSON.stringify(bodies(services, session.id))
  services.store.close()
  expect(text).not.toContain(secret)
  expect(text).not.toContain(keyShaped)
  for (const file of filesBelow(folder)) {
    const bytes = readFileSync(file)
    expect([file, bytes.includes(secret), bytes.includes(keyShaped)]).toEqual([file, false, false])
  }
})

function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}
