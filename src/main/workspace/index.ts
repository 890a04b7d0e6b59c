export { readRegularFile } from './files/read-regular-file'
export type { RunCommand } from './git/run-command'
export { writeControlFile } from './mirror/control-file'
export { applyChanges, decodeTree, encodeTree } from './tree'
export type {
  Mirror,
  MirrorNote,
  MirrorProgress,
  MirrorRequest,
  Repository,
  SkippedPath,
  Snapshot,
  SnapshotLimits,
  Snapshotter,
} from './types'
export { createWorkspace, type Workspace, type WorkspaceDeps } from './workspace'
