import { z } from 'zod'
import { gloveboxErrorSchema } from '../errors'
import { countSchema, timeSchema } from '../ids'

/** What can hold a run, from a container down to nothing but limits of the process itself. */
export const sandboxBackends = ['docker', 'bubblewrap', 'seatbelt', 'firejail', 'subprocess'] as const
export const sandboxBackendSchema = z.enum(sandboxBackends)
export type SandboxBackend = z.infer<typeof sandboxBackendSchema>

/** One thing each that a sandbox can hold. Probed one by one: a backend's name says nothing (I7). */
export const sandboxAspects = [
  'write_outside',
  'read_secret',
  'parent_environment',
  'open_files',
  'other_processes',
  'unix_sockets',
  'docker_socket',
  'network',
  'loopback',
  'ipc',
  'devices',
  'proc_sys',
  'setuid',
  'nested_namespace',
  'kernel_surface',
  'memory',
  'processes',
  'cpu_time',
  'children_after_kill',
] as const
export const sandboxAspectSchema = z.enum(sandboxAspects)
export type SandboxAspect = z.infer<typeof sandboxAspectSchema>

/** `unknown`: it could not be tried here, for want of the thing to try it on or of the means; never shown as held. */
export const aspectOutcomeSchema = z.enum(['held', 'partly', 'not_held', 'unknown'])
export type AspectOutcome = z.infer<typeof aspectOutcomeSchema>

export const aspectResultSchema = z.object({
  aspect: sandboxAspectSchema,
  outcome: aspectOutcomeSchema,
  /** What was tried and what came of it, on the host and inside. For people, and for a bug report. */
  evidence: z.string(),
})
export type AspectResult = Readonly<z.infer<typeof aspectResultSchema>>

/** What a probe found of one backend on this machine. */
export const backendProbeSchema = z.object({
  backend: sandboxBackendSchema,
  title: z.string(),
  version: z.string().nullable(),
  path: z.string().nullable(),
  available: z.boolean(),
  /** Why it can't be used, with the way out; null when it can. */
  problem: gloveboxErrorSchema.nullable(),
  /** Known weaknesses of this version or machine that don't keep it from being used, one sentence each. */
  warnings: z.array(z.string()),
  /** Every aspect once, in their order; empty where the backend is not available. */
  aspects: z.array(aspectResultSchema),
  probedAt: timeSchema,
})
export type BackendProbe = Readonly<z.infer<typeof backendProbeSchema>>

/** The words of an aspect: its name in a table, and what is said of a run for which it is held, or is not. */
export type AspectWords = { readonly title: string; readonly held: string; readonly notHeld: string }

export const aspectWords: Readonly<Record<SandboxAspect, AspectWords>> = {
  write_outside: {
    title: 'Writing outside the copy',
    held: 'nothing outside the copy can be changed',
    notHeld: 'other files of your account can be changed',
  },
  read_secret: {
    title: 'Reading other files',
    held: 'other files of your account can’t be read',
    notHeld: 'other files of your account can be read',
  },
  parent_environment: {
    title: 'Variables of Glovebox',
    held: 'Glovebox’s own variables can’t be read',
    notHeld: 'Glovebox’s own variables can be read',
  },
  open_files: {
    title: 'Files Glovebox holds open',
    held: 'no open file is handed on',
    notHeld: 'files that Glovebox holds open are handed on',
  },
  other_processes: {
    title: 'Other processes',
    held: 'other programs can’t be seen or ended',
    notHeld: 'other programs can be seen and ended',
  },
  unix_sockets: {
    title: 'Sockets of other programs',
    held: 'sockets of other programs can’t be reached',
    notHeld: 'sockets of other programs can be reached',
  },
  docker_socket: {
    title: 'Container engine',
    held: 'the container engine can’t be reached',
    notHeld: 'the container engine can be reached',
  },
  network: {
    title: 'Network',
    held: 'the network can’t be reached',
    notHeld: 'the network can be reached',
  },
  loopback: {
    title: 'Services of this machine',
    held: 'services of this machine can’t be reached',
    notHeld: 'services of this machine can be reached',
  },
  ipc: {
    title: 'Shared memory',
    held: 'shared memory of other programs can’t be reached',
    notHeld: 'shared memory of other programs can be reached',
  },
  devices: {
    title: 'Devices',
    held: 'disks and other devices can’t be opened',
    notHeld: 'devices can be opened with your account’s rights',
  },
  proc_sys: {
    title: 'Kernel settings',
    held: 'settings of the kernel can’t be changed',
    notHeld: 'settings of the kernel can be changed with your account’s rights',
  },
  setuid: {
    title: 'Gaining rights',
    held: 'no program gives it more rights',
    notHeld: 'programs like sudo can give it more rights',
  },
  nested_namespace: {
    title: 'Namespaces of its own',
    held: 'it can’t make namespaces of its own',
    notHeld: 'it can make namespaces of its own',
  },
  kernel_surface: {
    title: 'Rarely used kernel calls',
    held: 'rarely used kernel calls are closed',
    notHeld: 'rarely used kernel calls are open',
  },
  memory: { title: 'Memory', held: 'memory is limited', notHeld: 'memory is not limited' },
  processes: {
    title: 'Number of processes',
    held: 'the number of processes is limited',
    notHeld: 'the number of processes is not limited',
  },
  cpu_time: {
    title: 'Processor time',
    held: 'processor time is limited',
    notHeld: 'processor time is not limited',
  },
  children_after_kill: {
    title: 'What is left after the end',
    held: 'nothing it started lives on after the end',
    notHeld: 'programs it started can live on after the end',
  },
}

/** How much an agent may do by itself, from nothing (0) to everything (5). */
export const autonomyLevelSchema = z.int().min(0).max(5)
export type AutonomyLevel = z.infer<typeof autonomyLevelSchema>

/** Which tools of an agent run in the sandbox, for one project. Set by the user alone, never by what runs inside. */
export const toolPolicySchema = z.object({
  enabled: z.boolean(),
  /** Tools that execute something, by name. */
  tools: z.array(z.string().min(1)),
  /** From this level on a tool runs without the sandbox; null: never. */
  bypassFrom: autonomyLevelSchema.nullable(),
})
export type ToolPolicy = Readonly<z.infer<typeof toolPolicySchema>>

export const defaultToolPolicy: ToolPolicy = {
  enabled: true,
  tools: ['shell_exec', 'run_code', 'python_repl'],
  bypassFrom: null,
}

/**
 * What a container of docker is made of. `own`: an empty root over which the machine's own programs are seen; needs
 * nothing. `tools`: built by the engine from the Dockerfile that comes with Glovebox. `named`: any image with a shell,
 * pulled where it is not there.
 */
export const imageChoiceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('own') }),
  z.object({ type: z.literal('tools') }),
  z.object({ type: z.literal('named'), ref: z.string().trim().min(1).max(255) }),
])
export type ImageChoice = Readonly<z.infer<typeof imageChoiceSchema>>

/** An image that the engine has. */
export const imageEntrySchema = z.object({ name: z.string(), bytes: countSchema, ours: z.boolean() })
export type ImageEntry = Readonly<z.infer<typeof imageEntrySchema>>

/** How making or pulling an image goes: a step in the engine's own words, or its end. */
export const imageProgressSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step'), text: z.string() }),
  z.object({ type: z.literal('ready'), name: z.string() }),
  z.object({ type: z.literal('failed'), error: gloveboxErrorSchema }),
])
export type ImageProgress = Readonly<z.infer<typeof imageProgressSchema>>
