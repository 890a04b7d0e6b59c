import { join } from 'node:path'
import { findPrograms } from '../process'
import { expandFolders, type InstallPlaces, nodeFolders } from './install-folders'

export type NodeCandidatesDeps = InstallPlaces

/**
 * Where a Node may be, best first: PATH, then the folders that installers and version managers use. An app started
 * from a dock or a menu has a poor PATH, so those are looked at, too.
 */
export async function listNodeCandidates(deps: NodeCandidatesDeps): Promise<readonly string[]> {
  const onPath = await findPrograms('node', deps.environment)
  const folders = await expandFolders(nodeFolders(deps))
  const file = deps.platform === 'win32' ? 'node.exe' : 'node'
  return [...new Set([...onPath, ...folders.map((folder) => join(folder, file))])]
}
