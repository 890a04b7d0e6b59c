import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import type { Services } from '../../../src/main/boot/services'
import { defaultLimits, type Project } from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

/** 100 by GLOVEBOX_RACES; fewer by default, for each run costs a mirror and a process. */
const pairs = Number(process.env['GLOVEBOX_RACES'] ?? 15)

function grantOnce(services: Services, project: Project): void {
  services.consents.grant(project, {
    runtimes: [quickName],
    capabilities: ['read_tracked_files'],
    limits: defaultLimits,
    scope: { type: 'once' },
  })
}

async function runOnce(services: Services, project: Project): Promise<string> {
  const started = await services.broker.start({
    projectId: project.id,
    prompt: 'Say it.',
    runtime: quickName,
    variant: null,
    outputSchema: null,
    policy: { capabilities: ['read_tracked_files'], limits: defaultLimits, runtimes: [] },
  })
  const { status, error } = await ended(services, unwrap(started).sessionId)
  return `${status} ${error?.code ?? ''}`
}

const oneRan = ['denied consent.consumed', 'succeeded ']

// I5
it('of two runs on one one-shot consent exactly one is started', { timeout: 240_000 }, async () => {
  const services = await startServices(temporaryFolder(), [quickRuntime()])
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  for (let pair = 0; pair < pairs; pair += 1) {
    grantOnce(services, project)
    const both = await Promise.all([runOnce(services, project), runOnce(services, project)])
    expect([pair, ...both.sort()]).toEqual([pair, ...oneRan])
  }
  services.store.close()
})

it('so it is when the two are in two processes', { timeout: 240_000 }, async () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const services = await startServices(join(folder, 'one'), [quickRuntime()], {}, store)
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  const other = await startChild(join(folder, 'two'), store, project)
  for (let pair = 0; pair < pairs; pair += 1) {
    grantOnce(services, project)
    const both = await Promise.all([runOnce(services, project), other.run()])
    expect([pair, ...both.sort()]).toEqual([pair, ...oneRan])
  }
  await other.end()
  services.store.close()
})

async function startChild(folder: string, store: string, project: Project) {
  const root = resolve(import.meta.dirname, '../../..')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const outDir = mkdtempSync(join(root, '.cache', 'racing-child-'))
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      rollupOptions: {
        input: join(import.meta.dirname, 'racing-child.ts'),
        output: { format: 'es', entryFileNames: 'racing-child.js' },
      },
    },
  })
  const child = spawn(process.execPath, [join(outDir, 'racing-child.js'), folder, store, project.id], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the second process has ended')
    return String(value)
  }
  expect(await next()).toBe('ready')
  return {
    run: (): Promise<string> => {
      child.stdin.write('run\n')
      return next()
    },
    end: (): Promise<void> =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.stdin.end()
      }),
  }
}
