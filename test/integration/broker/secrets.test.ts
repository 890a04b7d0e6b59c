import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits, type EventBody, type SessionView } from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder, writeFiles } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'
import { plantedSecrets } from '../../unit/log/planted'

const variable = 'tr0ub4dor-and-three-more-words'
/** Secrets that can stand in a file's name: one line, no slash, not too long. */
const nameable = plantedSecrets.filter(({ secret }) => /^[\w.~=-]{10,200}$/.test(secret)).slice(0, 5)
const everything = [variable, ...plantedSecrets.map(({ secret }) => secret)]

let folder: string
let session: SessionView
let events: readonly EventBody[]

// I8: fifty-odd secrets of over twenty kinds, in every place that a run can bring one up.
beforeAll(async () => {
  process.env['GLOVEBOX_TEST_API_TOKEN'] = variable
  const source = temporaryFolder()
  // Each secret on its own line of the agent's stream, its words once more as error output, in pieces of 7 bytes.
  writeFiles(source, {
    lines: `${plantedSecrets.map(({ secret }) => `says ${secret} here`).join('\n')}\n`,
    pieces: `${everything.join('\n\n')}\n`,
  })
  const script = [
    `cat ${join(source, 'lines')}`,
    `printf '%s' "$GLOVEBOX_TEST_API_TOKEN"`,
    `dd if=${join(source, 'pieces')} bs=7 status=none >&2`,
    // The agent itself makes files with such names.
    ...nameable.map(({ secret }) => `echo x > '${secret}'`),
  ].join('; ')
  folder = temporaryFolder()
  const services = await startServices(folder, [quickRuntime(script)])
  const project = unwrap(
    await services.projects.add(
      makeRepository({ 'notes.txt': 'nothing\n' }, join(temporaryFolder(), 'project')),
    ),
  )
  services.consents.grant(project, {
    runtimes: [quickName],
    capabilities: ['read_tracked_files', 'write_mirror', 'create_files'],
    limits: defaultLimits,
    scope: { type: 'once' },
  })
  const started = await services.broker.start({
    projectId: project.id,
    prompt: `Use these:\n${everything.join('\n')}`,
    runtime: quickName,
    variant: null,
    outputSchema: null,
    policy: {
      capabilities: ['read_tracked_files', 'write_mirror', 'create_files'],
      limits: defaultLimits,
      runtimes: [],
    },
  })
  session = await ended(services, unwrap(started).sessionId)
  events = bodies(services, session.id)
  services.log.error(`a failure that names ${everything.join(' and ')}`, {
    cause: new Error(everything.join(' ')),
  })
  services.store.close()
  delete process.env['GLOVEBOX_TEST_API_TOKEN']
})

describe('planted secrets', () => {
  it('are of many kinds, and the run went through', () => {
    expect(new Set(plantedSecrets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20)
    expect(plantedSecrets.length).toBeGreaterThanOrEqual(50)
    expect(session.status).toBe('succeeded')
    expect(session.prompt).toContain('[masked:')
    expect(events.filter(({ type }) => type === 'file.changed')).toHaveLength(nameable.length)
  })

  it('are in no event', () => {
    const text = JSON.stringify([session, events])
    expect(everything.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
  })

  it('are counted by rule', () => {
    const masked = events.find((body) => body.type === 'secrets.masked')
    expect(masked?.counts.length).toBeGreaterThan(20)
    expect(masked?.counts).toContainEqual({ rule: 'GLOVEBOX_TEST_API_TOKEN', count: expect.any(Number) })
  })

  it('are found by no byte search of the database, its log, or the app’s log', () => {
    const files = filesBelow(folder).filter((file) => !file.includes('/packs/'))
    expect(files.some((file) => file.endsWith('.db'))).toBe(true)
    expect(files.some((file) => file.endsWith('glovebox.log'))).toBe(true)
    const found = files.flatMap((file) => {
      const bytes = readFileSync(file)
      return everything
        .filter((secret) => bytes.includes(secret) || bytes.includes(JSON.stringify(secret).slice(1, -1)))
        .map((secret) => [file, secret])
    })
    expect(found).toEqual([])
  })
})

function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}
