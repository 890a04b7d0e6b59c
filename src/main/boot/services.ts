import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { consentIdSchema, ok, projectIdSchema, type Result, sessionIdSchema } from '../../shared'
import { type Broker, createBroker } from '../broker'
import { type Consents, createConsents } from '../consent'
import { createLogFile, createLogger, createRedactor, type Logger } from '../log'
import { endRunProcesses, environmentFor, runCommand, sameExecutable, startProcess } from '../process'
import { createProjects, materializeSampleRepository, type Projects } from '../projects'
import { createReplay, type Replay } from '../replay'
import { createRuntimeRegistry, type RuntimeRegistry } from '../runtimes'
import { createEventBatcher, openStore, type Store, storePaths } from '../store'
import { writeContent } from '../store/content'
import { createWorkspace, type Workspace } from '../workspace'
import { locateBuild, locateData, locateResources } from './locations'
import { createRehearsal } from './rehearsal'
import { findSqliteBinding } from './sqlite-binding'

/** Everything the app is made of below its window. */
export type Services = {
  readonly log: Logger
  readonly store: Store
  readonly workspace: Workspace
  readonly consents: Consents
  readonly projects: Projects
  readonly runtimes: RuntimeRegistry
  readonly broker: Broker
  readonly replay: Replay
  readonly materializeSample: () => Promise<Result<string>>
}

/** Builds the services, in the order of their needs, and recovers what a crash left behind. */
export async function createServices(): Promise<Result<Services>> {
  const data = locateData()
  const build = locateBuild()
  const resources = locateResources()
  const now = Date.now
  const redactor = createRedactor(process.env)
  const log = createLogger({ write: createLogFile({ folder: data.logs }), redact: redactor.redact, now })

  const nativeBinding = findSqliteBinding(resources.packagedSqlite)
  const opened = openStore({
    folder: data.store,
    nativeBinding,
    now,
    log: (level, message, details) => log[level](message, details),
    checkpointWorker: build.worker('checkpoint-worker'),
  })
  if (!opened.ok) {
    log.error('the store can’t be opened', { error: opened.error })
    return opened
  }
  const store = opened.value
  const packs = storePaths(data.store).packs

  const workspace = createWorkspace({
    run: runCommand,
    environment: process.env,
    runsFolder: data.runs,
    packsFolder: packs,
    workers: { mirror: build.worker('mirror-worker'), snapshot: build.worker('snapshot-worker') },
    locateContent: store.read.contentEntry,
    now,
  })
  const consents = createConsents({
    read: store.read,
    write: store.write,
    now,
    newConsentId: () => consentIdSchema.parse(randomUUID()),
  })
  const runtimes = createRuntimeRegistry([createRehearsal(resources)])
  const broker = createBroker({
    read: store.read,
    write: store.write,
    batcher: createEventBatcher(store.write, {
      now,
      onError: (cause) => log.error('events could not be stored yet', { cause }),
    }),
    consents,
    workspace,
    candidates: runtimes.candidates,
    startProcess,
    sameExecutable,
    endRunProcesses,
    storeContent: async (bytes) => {
      const written = writeContent(packs, [bytes])
      if (!written.ok) return written
      store.write.addContent(written.value)
      return ok(written.value[0]?.hash ?? '')
    },
    environment: environmentFor(process.env),
    redact: redactor.redactValue,
    now,
    newSessionId: () => sessionIdSchema.parse(randomUUID()),
    yieldToLoop: () => nextTurn(),
    log,
  })
  const recovered = await broker.recover()
  log.info('started', { ...recovered })

  return ok({
    log,
    store,
    workspace,
    consents,
    runtimes,
    broker,
    projects: createProjects({
      read: store.read,
      write: store.write,
      consents,
      workspace,
      now,
      newProjectId: () => projectIdSchema.parse(randomUUID()),
    }),
    replay: createReplay({
      read: store.read,
      content: store.content,
      alignWorkerPath: build.worker('align-worker'),
      now: () => performance.now(),
    }),
    materializeSample: () =>
      materializeSampleRepository({
        source: resources.sampleRepository,
        target: data.sample,
        run: runCommand,
        environment: process.env,
      }),
  })
}
