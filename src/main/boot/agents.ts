import type { RuntimeName } from '../../shared'
import type { Runtime } from '../runtimes'
import type { RuntimeDeps } from './services'

/** The variables that the vendors' programs know their keys by. */
export const agentKeyNames: ReadonlyMap<RuntimeName, string> = new Map()

/** The agent programs of others, in the order they are shown in. */
export function createAgents(_deps: RuntimeDeps): readonly Runtime[] {
  return []
}
