import { z } from 'zod'
import { imageChoiceSchema, type SandboxBackend, sandboxBackendSchema, sandboxBackends } from './sandbox'

/** From what holds most to what holds next to nothing. */
export const sandboxOrder: readonly SandboxBackend[] = sandboxBackends

export const themeSchema = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof themeSchema>

/** What the user set for one agent program. */
export const agentSettingsSchema = z.object({
  /** Where the program is; null: looked for on PATH and in the usual install folders. */
  path: z.string().max(4096).nullable(),
  /** `key`: an API key kept by Glovebox. `login`: the user's own sign-in, copied into each run's home. */
  signIn: z.enum(['key', 'login']),
  /** Another address of the model's API; null: the vendor's own. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullable(),
  /** Loads the settings, hooks, servers and instructions of the user's own home. */
  loadUserSettings: z.boolean(),
})
export type AgentSettings = Readonly<z.infer<typeof agentSettingsSchema>>
export const defaultAgentSettings: AgentSettings = {
  path: null,
  signIn: 'key',
  baseUrl: null,
  loadUserSettings: false,
}

export const redactionPatternSchema = z.object({
  name: z.string().trim().min(1).max(80),
  pattern: z.string().min(1).max(500),
})
export type RedactionPattern = Readonly<z.infer<typeof redactionPatternSchema>>

/** Prices per million tokens in US dollars, of models whose name begins with `model`. */
export const priceSchema = z.object({
  model: z.string().trim().min(1).max(120),
  inputUsd: z.number().nonnegative(),
  outputUsd: z.number().nonnegative(),
  cacheReadUsd: z.number().nonnegative(),
  cacheWriteUsd: z.number().nonnegative(),
})
export type Price = Readonly<z.infer<typeof priceSchema>>

const atMost = (most: number) => (record: object) => Object.keys(record).length <= most

/** Backends that runs may use, best first: for all projects, and for those that have an order of their own, by id. */
const orderSchema = z.array(sandboxBackendSchema).max(sandboxBackends.length)
export const sandboxSettingsSchema = z.object({
  order: orderSchema,
  projects: z
    .record(z.string().max(80), orderSchema)
    .refine(atMost(1000), 'At most 1,000 projects have an order of their own.'),
  /** What containers of docker are made of. */
  image: imageChoiceSchema.default({ type: 'own' }),
})

/** What the user set. Panel sizes are kept by name, in per cent of their split. */
export const settingsSchema = z.object({
  theme: themeSchema,
  panels: z
    .record(z.string().max(80), z.array(z.number().min(0).max(100)).max(6))
    .refine(atMost(200), 'At most 200 splits are kept.'),
  diffLayout: z.enum(['split', 'unified']),
  /** By runtime name; a runtime that is not named has the defaults. */
  agents: z.record(z.string().max(80), agentSettingsSchema).refine(atMost(20), 'At most 20 agents are kept.'),
  redaction: z.array(redactionPatternSchema).max(20),
  sandbox: sandboxSettingsSchema,
  /** The user's own prices; they come before the ones of the price table. */
  prices: z.array(priceSchema).max(200),
})
export type Settings = Readonly<z.infer<typeof settingsSchema>>

export const defaultSettings: Settings = {
  theme: 'system',
  panels: {},
  diffLayout: 'split',
  agents: {},
  redaction: [],
  sandbox: { order: [...sandboxOrder], projects: {}, image: { type: 'own' } },
  prices: [],
}

/** The backends that runs of a project may use, best first. */
export function sandboxOrderOf({ sandbox }: Settings, projectId: string): readonly SandboxBackend[] {
  return sandbox.projects[projectId] ?? sandbox.order
}

/** The settings of one agent program. */
export function agentSettings(settings: Settings, runtime: string): AgentSettings {
  return settings.agents[runtime] ?? defaultAgentSettings
}

/** Whether a secret of this machine's user can be kept: encrypted by the system, or only until the app ends. */
export const keyStateSchema = z.object({
  runtime: z.string(),
  /** The variable the key is known by (ANTHROPIC_API_KEY). */
  name: z.string(),
  kept: z.enum(['none', 'session', 'encrypted']),
})
export type KeyState = Readonly<z.infer<typeof keyStateSchema>>
