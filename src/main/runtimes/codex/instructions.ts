import type { Capability } from '../../../shared'

/** What the model is told of the run's fences, so that it does not run into them; null: there is nothing to say. */
export function instructionsFor(capabilities: readonly Capability[]): string | null {
  const may = (capability: Capability): boolean => capabilities.includes(capability)
  const rules: string[] = []
  if (!may('write_mirror') && !may('create_files'))
    rules.push('Do not change any file; the folder is read-only.')
  else if (!may('create_files'))
    rules.push(
      'Change existing files only. Do not create, rename or delete any: the run is ended at once if you do.',
    )
  else if (!may('write_mirror'))
    rules.push(
      'Create, rename or delete files only. Do not change the content of existing ones: the run is ended at once if you do.',
    )
  if (!may('run_commands'))
    rules.push('Use shell commands only to read and search files. Do not run programs, builds or tests.')
  return rules.length === 0 ? null : rules.join(' ')
}
