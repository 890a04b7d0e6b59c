import { Duplex, Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type Docker from 'dockerode'
import { z } from 'zod'
import type { EngineResult } from './engine-result'
import { readMessages } from './messages'

const infoSchema = z.object({
  ID: z.string(),
  OSType: z.string(),
  Architecture: z.string().default(''),
  OperatingSystem: z.string().default(''),
  KernelVersion: z.string().default(''),
  MemoryLimit: z.boolean().default(false),
  PidsLimit: z.boolean().default(false),
  SecurityOptions: z.array(z.string()).default([]),
})
export type EngineInfo = z.infer<typeof infoSchema>

const versionSchema = z.object({
  Version: z.string(),
  ApiVersion: z.string(),
  Components: z.array(z.object({ Name: z.string(), Version: z.string() })).default([]),
})
export type EngineVersion = z.infer<typeof versionSchema>

const createdSchema = z.object({ Id: z.string() })
const execSchema = z.object({
  Running: z.boolean(),
  ExitCode: z.number().nullable(),
  Pid: z.number().default(0),
})
export type ExecState = z.infer<typeof execSchema>
const containerSchema = z.object({
  State: z.object({ Running: z.boolean(), Pid: z.number(), OOMKilled: z.boolean().default(false) }),
})
export type ContainerState = z.infer<typeof containerSchema>['State']
const listSchema = z.array(z.object({ Id: z.string(), Labels: z.record(z.string(), z.string()).default({}) }))
export type ListedContainer = z.infer<typeof listSchema>[number]
const imagesSchema = z.array(
  z.object({ Id: z.string(), RepoTags: z.array(z.string()).nullish(), Size: z.number() }),
)
const imageSchema = z.object({
  Id: z.string(),
  Architecture: z.string().default(''),
  Size: z.number().default(0),
})
const topSchema = z.object({ Processes: z.array(z.array(z.string())).nullish() })
const statsSchema = z.object({ cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }) })

/** The calls of the Docker Engine API that are used, each bounded in time, each answer parsed (I11). Nothing throws. */
export type Engine = ReturnType<typeof createEngine>

const quickMs = 20_000
/** Starting the first container of an engine that has just been started can take long. */
const slowMs = 60_000

export function createEngine(client: Docker) {
  const container = (id: string) => client.getContainer(id)
  return {
    client,
    info: () => ask(client.info(), infoSchema),
    version: () => ask(client.version(), versionSchema),
    createContainer: (options: object) =>
      ask(
        client.createContainer(options as Docker.ContainerCreateOptions).then(({ id }) => ({ Id: id })),
        createdSchema,
        slowMs,
      ),
    startContainer: (id: string) => call(container(id).start(), slowMs),
    /** Its standard input, which has to be kept open: its end is the container's end. */
    attachInput: (id: string) =>
      call(duplexOf(container(id).attach({ stream: true, stdin: true, hijack: true }))),
    /** Its output from before the start on, for a container that runs to its end. */
    attachOutput: (id: string) =>
      call(duplexOf(container(id).attach({ stream: true, stdout: true, stderr: true, hijack: true }))),
    inspectContainer: async (id: string): Promise<EngineResult<ContainerState>> => {
      const found = await ask(container(id).inspect(), containerSchema)
      return found.ok ? { ok: true, value: found.value.State } : found
    },
    waitContainer: (id: string) => call(container(id).wait(), slowMs),
    pauseContainer: (id: string) => call(container(id).pause()),
    killContainer: (id: string) => call(container(id).kill()),
    removeContainer: (id: string) => call(container(id).remove({ force: true, v: true }), slowMs),
    listContainers: (labels: readonly string[]) =>
      ask(client.listContainers({ all: true, filters: { label: [...labels] } }), listSchema),
    createExec: (id: string, options: Docker.ExecCreateOptions) =>
      ask(
        container(id)
          .exec(options)
          .then((exec) => ({ Id: exec.id })),
        createdSchema,
      ),
    startExec: (id: string) => call(duplexOf(client.getExec(id).start({ hijack: true, stdin: true }))),
    inspectExec: (id: string) => ask(client.getExec(id).inspect(), execSchema),
    /** How many processes there are in a container, its first one among them. */
    countProcesses: async (id: string): Promise<EngineResult<number>> => {
      const found = await ask(container(id).top(), topSchema)
      return found.ok ? { ok: true, value: found.value.Processes?.length ?? 0 } : found
    },
    cpuMs: async (id: string): Promise<EngineResult<number>> => {
      const found = await ask(container(id).stats({ stream: false, 'one-shot': true }), statsSchema)
      return found.ok ? { ok: true, value: found.value.cpu_stats.cpu_usage.total_usage / 1e6 } : found
    },
    events: (filters: Readonly<Record<string, readonly string[]>>, signal: AbortSignal) =>
      call(
        readableOf(
          client.getEvents({
            filters: JSON.stringify(filters),
            abortSignal: signal,
          } as Docker.GetEventsOptions),
        ),
      ),
    listImages: () => ask(client.listImages(), imagesSchema),
    inspectImage: (ref: string) => ask(client.getImage(ref).inspect(), imageSchema),
    importImage: (tar: Buffer, options: Readonly<Record<string, string>>) =>
      messages(client.importImage(Readable.from([tar]), { ...options })),
    buildImage: (tar: Buffer, options: object, more: MessageOptions) =>
      messages(
        client.buildImage(Readable.from([tar]), {
          ...options,
          ...abort(more.signal),
        } as Docker.ImageBuildOptions),
        more,
      ),
    pullImage: (ref: string, more: MessageOptions) => messages(client.pull(ref, abort(more.signal)), more),
    putArchive: (id: string, tar: Readable, path: string) =>
      call(container(id).putArchive(tar, { path, noOverwriteDirNonDir: '1' }), archiveMs),
    getArchive: (id: string, path: string) => call(readableOf(container(id).getArchive({ path }))),
  } as const
}

const archiveMs = 10 * 60_000

export type MessageOptions = {
  /** A step, in the engine's own words. */
  readonly onProgress?: ((text: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const abort = (signal: AbortSignal | undefined): object =>
  signal === undefined ? {} : { abortSignal: signal }

async function messages(
  answer: Promise<unknown>,
  { onProgress, signal }: MessageOptions = {},
): Promise<EngineResult<string | null>> {
  const stream = await call(readableOf(answer), archiveMs)
  if (!stream.ok) return stream
  return readMessages(stream.value, onProgress, signal)
}

/** A connection that the engine handed over to us, both ways. */
async function duplexOf(answer: Promise<unknown>): Promise<Duplex> {
  const came = await answer
  if (came instanceof Duplex) return came
  throw new Error('it does not hand over a connection as an engine does')
}

async function readableOf(answer: Promise<unknown>): Promise<Readable> {
  const came = await answer
  if (came instanceof Readable) return came
  throw new Error('it does not answer with a stream as an engine does')
}

async function ask<T>(
  answer: Promise<unknown>,
  schema: z.ZodType<T>,
  ms = quickMs,
): Promise<EngineResult<T>> {
  const came = await call(answer, ms)
  if (!came.ok) return came
  const parsed = schema.safeParse(came.value)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : {
        ok: false,
        status: null,
        text: `an answer that is none of a container engine: ${parsed.error.message}`,
      }
}

/** An answer that comes too late counts as none. */
async function call<T>(answer: Promise<T>, ms = quickMs): Promise<EngineResult<T>> {
  const timer = new AbortController()
  const late = delay(ms, null, { signal: timer.signal }).catch(() => null)
  try {
    const came = await Promise.race([answer.then((value) => ({ value })), late])
    if (came !== null) return { ok: true, value: came.value }
    answer.catch(() => undefined)
    return { ok: false, status: null, text: `no answer within ${ms / 1000} s` }
  } catch (error) {
    return { ok: false, ...inWords(error) }
  } finally {
    timer.abort()
  }
}

const errorSchema = z.object({
  statusCode: z.number().optional(),
  message: z.string().default(''),
  code: z.string().optional(),
})

function inWords(error: unknown): { readonly status: number | null; readonly text: string } {
  const known = errorSchema.safeParse(
    error instanceof Error ? { ...error, message: error.message } : { message: String(error) },
  )
  const { statusCode = null, message = '', code } = known.data ?? {}
  return {
    status: statusCode,
    text: (code === undefined ? message : `${code}: ${message}`).trim().slice(0, 2000),
  }
}
