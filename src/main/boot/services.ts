import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AgentSettings,
  agentSettings,
  consentIdSchema,
  type GloveboxError,
  type ImageChoice,
  ok,
  type Project,
  projectIdSchema,
  type Result,
  type RuntimeName,
  sessionIdSchema,
} from '../../shared'
import { type Broker, createBroker, type Providers } from '../broker'
import { type Consents, createConsents } from '../consent'
import { createKeyVault, type Encryption, type KeyVault } from '../keys'
import {
  boundError,
  compileUserPatterns,
  createLogFile,
  createLogger,
  createRedactor,
  type Logger,
  type Redactor,
} from '../log'
import { createPrices, estimateCost, type PriceTable } from '../prices'
import { endRunProcesses, environmentFor, runCommand, sameExecutable } from '../process'
import { createProjects, materializeSampleRepository, type Projects } from '../projects'
import { createReplay, type Replay } from '../replay'
import { createRuntimeRegistry, type Runtime, type RuntimeRegistry } from '../runtimes'
import type { Images, Sandbox } from '../sandbox'
import { createEventBatcher, type EventBatcher, openStore, type Store, storePaths } from '../store'
import { writeContent } from '../store/content'
import { createWorkspace, type Workspace } from '../workspace'
import { createEgress } from './egress'

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
  readonly keys: KeyVault
  readonly prices: PriceTable
  readonly sandbox: Sandbox
  /** The images of the container engine; null: this app knows of no engine. */
  readonly images: MachineSandbox['images']
  /** Masks an error's texts and bounds them, before a window is told of it (I8). */
  readonly maskError: (error: GloveboxError) => GloveboxError
  /** Takes the user's own redaction patterns into use, for everything that is recorded from now on. */
  readonly setRedaction: Redactor['setPatterns']
  /** Tells when what runs do can't be stored. */
  readonly onUnrecorded: EventBatcher['onFailing']
  readonly materializeSample: () => Promise<Result<string>>
}

/** Where the app runs: the same services are built over Electron's folders and, in tests, over others. */
export type Surroundings = {
  readonly data: {
    readonly store: string
    readonly runs: string
    readonly logs: string
    readonly sample: string
    readonly keys: string
    readonly sandbox: string
  }
  /** Files of the sample repository that come with the app. */
  readonly sampleFiles: string
  /** What a container image that comes with the app is built from. */
  readonly dockerfile: string
  /** URL of a built worker entry by its name. */
  readonly worker: (name: string) => URL
  readonly sqliteBinding: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runtimes: (deps: RuntimeDeps) => readonly Runtime[]
  /** The runtimes that take a key of the user's, and the variable it is known by. */
  readonly keyNames: ReadonlyMap<RuntimeName, string>
  readonly encryption: Encryption
  readonly sandbox: (parts: SandboxParts) => MachineSandbox
  /** The model providers of the runtimes that have one. */
  readonly providers: Providers
  /** The user's home folder. */
  readonly home: string
  /** Asks the user, outside of every page, whether a run may go without a sandbox. */
  readonly askUnsandboxed: (project: Project, why: GloveboxError) => Promise<boolean>
  readonly priceTable: PriceTable
}

/** What the sandbox is built of besides the machine. */
export type SandboxParts = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** A folder of the app's own. */
  readonly folder: string
  /** What an image that comes with the app is built from. */
  readonly dockerfile: string
  /** What the user wants containers to be made of. */
  readonly image: () => ImageChoice
  readonly now: () => number
}

export type MachineSandbox = {
  readonly sandbox: Sandbox
  readonly images: (() => Promise<Result<Images>>) | null
}

/** What a runtime asks for at each probe and start: the user may have changed it in the meantime. */
export type RuntimeDeps = {
  readonly settings: (runtime: RuntimeName) => AgentSettings
  readonly key: (runtime: RuntimeName) => string | null
  readonly redact: (text: string) => string
}

/** Where the agents of these runs worked, by real path; none where there is no such folder. */
function runFolders(runs: string, tokens: readonly string[]): readonly string[] {
  if (!existsSync(runs)) return []
  const real = realpathSync(runs)
  return tokens.map((token) => join(real, token))
}

/** Builds the services, in the order of their needs, and recovers what a crash left behind. Knows nothing of Electron. */
export async function createServices(surroundings: Surroundings): Promise<Result<Services>> {
  const { data, worker, environment } = surroundings
  const now = Date.now
  const redactor = createRedactor(environment)
  const log = createLogger({ write: createLogFile({ folder: data.logs }), redact: redactor.redact, now })

  const opened = openStore({
    folder: data.store,
    nativeBinding: surroundings.sqliteBinding,
    now,
    log: (level, message, details) => log[level](message, details),
    checkpointWorker: worker('checkpoint-worker'),
  })
  if (!opened.ok) {
    log.error('the store can’t be opened', { error: opened.error })
    return opened
  }
  const store = opened.value
  const packs = storePaths(data.store).packs

  const workspace = createWorkspace({
    run: runCommand,
    environment,
    runsFolder: data.runs,
    packsFolder: packs,
    workers: { mirror: worker('mirror-worker'), snapshot: worker('snapshot-worker') },
    locateContent: store.read.contentEntry,
    now,
  })
  const consents = createConsents({
    read: store.read,
    write: store.write,
    now,
    newConsentId: () => consentIdSchema.parse(randomUUID()),
  })
  const patterns = compileUserPatterns(store.read.settings().redaction)
  if (patterns.ok) redactor.setPatterns(patterns.value)
  else log.error('the user’s redaction patterns can’t be used', { error: patterns.error })
  const keys = createKeyVault({
    file: data.keys,
    encryption: surroundings.encryption,
    names: surroundings.keyNames,
    onKey: redactor.addSecret,
  })
  const runtimes = createRuntimeRegistry(
    surroundings.runtimes({
      settings: (runtime) => agentSettings(store.read.settings(), runtime),
      key: keys.key,
      redact: redactor.redact,
    }),
    { now },
  )
  const { sandbox, images } = surroundings.sandbox({
    environment,
    home: surroundings.home,
    folder: data.sandbox,
    dockerfile: surroundings.dockerfile,
    image: () => store.read.settings().sandbox.image,
    now,
  })
  const egress = createEgress(worker('egress-worker'), log)
  const batcher = createEventBatcher(store.write, {
    now,
    onError: (cause) => log.error('events could not be stored yet', { cause }),
  })
  const broker = createBroker({
    read: store.read,
    write: store.write,
    batcher,
    consents,
    workspace,
    candidates: runtimes.candidates,
    sandbox,
    egress,
    providers: surroundings.providers,
    sealed: [data.store, data.logs, data.keys],
    home: surroundings.home,
    askUnsandboxed: surroundings.askUnsandboxed,
    sameExecutable,
    endRunProcesses: (tokens) => endRunProcesses(tokens, runFolders(data.runs, tokens)),
    storeContent: async (bytes) => {
      const written = writeContent(packs, [bytes])
      if (!written.ok) return written
      store.write.addContent(written.value)
      return ok(written.value[0]?.hash ?? '')
    },
    environment: environmentFor(environment),
    redactorForRun: redactor.forRun,
    learnSecret: redactor.addSecret,
    estimateCost: (usage, model) =>
      estimateCost(usage, model, createPrices(surroundings.priceTable, store.read.settings().prices))?.usd ??
      null,
    random: Math.random,
    elapsed: () => performance.now(),
    now,
    newSessionId: () => sessionIdSchema.parse(randomUUID()),
    yieldToLoop: () => nextTurn(),
    pause: (ms) => delay(ms),
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
    keys,
    prices: surroundings.priceTable,
    sandbox,
    images,
    setRedaction: redactor.setPatterns,
    onUnrecorded: batcher.onFailing,
    maskError: (error) => boundError(error, redactor),
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
      alignWorkerPath: worker('align-worker'),
      now: () => performance.now(),
    }),
    materializeSample: () =>
      materializeSampleRepository({
        source: surroundings.sampleFiles,
        target: data.sample,
        run: runCommand,
        environment,
      }),
  })
}
