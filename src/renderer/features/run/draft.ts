import { create } from 'zustand'
import type { Capability, LimitName, ProjectId, RuntimeName, SessionView } from '../../../shared'
import { formatSchema } from './schema/read-schema'

/** What the user chose for the next run of a project. What was not chosen follows the consent. */
export type Draft = {
  readonly prompt: string
  readonly runtime: RuntimeName | null
  readonly variant: string | null
  /** Powers that the consent grants but this run shall not have. */
  readonly without: readonly Capability[]
  /** Limits set for this run, as typed, in the field's unit. */
  readonly limits: Readonly<Partial<Record<LimitName, string>>>
  /** Whether the limits are unfolded. */
  readonly showLimits: boolean
  /** Whether a structured result is asked for, and its schema as typed: kept while it is switched off. */
  readonly hasSchema: boolean
  readonly schema: string
}

export const emptyDraft: Draft = {
  prompt: '',
  runtime: null,
  variant: null,
  without: [],
  limits: {},
  showLimits: false,
  hasSchema: false,
  schema: '',
}

type Drafts = {
  readonly drafts: Readonly<Record<string, Draft>>
  readonly lastProject: ProjectId | null
  readonly change: (project: ProjectId, patch: Partial<Draft>) => void
}

/** The last choice for each project, while the window lives. */
export const useDrafts = create<Drafts>((set) => ({
  drafts: {},
  lastProject: null,
  change: (project, patch) =>
    set(({ drafts }) => ({
      drafts: { ...drafts, [project]: { ...(drafts[project] ?? emptyDraft), ...patch } },
      lastProject: project,
    })),
}))

/** The choices that led to a session, to run it again. Limits are left to the consent where the session had those. */
export function draftOf(session: SessionView, granted: readonly Capability[]): Draft {
  return {
    prompt: session.prompt,
    runtime: session.runtime,
    variant: session.variant,
    without: granted.filter((capability) => !session.capabilities.includes(capability)),
    limits: {},
    showLimits: false,
    hasSchema: session.outputSchema !== null,
    schema: session.outputSchema === null ? '' : (formatSchema(session.outputSchema) ?? session.outputSchema),
  }
}
