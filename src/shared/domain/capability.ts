import { z } from 'zod'

/** One power that a run may hold. */
export const capabilities = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'run_commands',
  'git_read',
  'reach_provider',
  'reach_network',
] as const
export const capabilitySchema = z.enum(capabilities)
export type Capability = z.infer<typeof capabilitySchema>

/** What each capability means, in words for the person who grants it. */
export const capabilityWords: Readonly<
  Record<Capability, { readonly title: string; readonly allows: string; readonly without: string }>
> = {
  read_tracked_files: {
    title: 'Read tracked files',
    allows: 'read a copy of the tracked files',
    without: 'read any of your files',
  },
  write_mirror: {
    title: 'Edit files in the copy',
    allows: 'change files in the copy',
    without: 'change a file in the copy',
  },
  create_files: {
    title: 'Create and delete files',
    allows: 'create, rename and delete files in the copy',
    without: 'create, rename or delete files',
  },
  run_commands: { title: 'Run commands', allows: 'run commands in the copy', without: 'run commands' },
  git_read: {
    title: 'See git history',
    allows: 'read a copy of the git history',
    without: 'see the git history',
  },
  reach_provider: {
    title: 'Reach its own model',
    allows: 'talk to its own model',
    without: 'talk to a model',
  },
  reach_network: {
    title: 'Reach other hosts',
    allows: 'reach the hosts you list',
    without: 'reach other hosts',
  },
}

/** The capabilities of `wanted` that `granted` lacks, in vocabulary order. */
export function missingCapabilities(
  wanted: readonly Capability[],
  granted: readonly Capability[],
): readonly Capability[] {
  return capabilities.filter((capability) => wanted.includes(capability) && !granted.includes(capability))
}
