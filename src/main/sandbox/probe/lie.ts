import type { AspectResult, SandboxAspect } from '../../../shared'
import type { FoundTool } from '../backend'

/**
 * A backend that holds neither of these is no sandbox at all, whatever it says its name and version are: something that
 * takes the options and just executes. Both are told by files of the host, so a busy machine can't blur them as it can
 * what is told by contacts in time.
 */
const telling: readonly SandboxAspect[] = ['write_outside', 'read_secret']

/** Where the tool is that says it is a sandbox and holds nothing; null: it is none, or one that says so of itself. */
export function lyingPath(tool: FoundTool, aspects: readonly AspectResult[]): string | null {
  const told = aspects.filter(({ aspect }) => telling.includes(aspect)).map(({ outcome }) => outcome)
  return told.includes('held') || !told.includes('not_held')
    ? null
    : (tool.identity?.path ?? tool.endpoint ?? null)
}
