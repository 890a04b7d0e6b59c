export type { CapturedOutput } from './captured-output'
export { environmentFor } from './environment'
export { type ExecutableIdentity, identifyExecutable, sameExecutable } from './executable'
export { findPrograms } from './find-program'
export { type Invocation, sameInvocation } from './invocation'
export { type Launch, type Launched, launchProcess } from './launch'
export { cutLine } from './line-splitter'
export { defaultGrace, type Grace } from './process-tree'
export {
  type BoundedExit,
  type BoundedOptions,
  type BoundedStop,
  createRunBounded,
  type RunBounded,
  runBounded,
} from './run-bounded'
export { endCommands, type RunCommand, runCommand } from './run-command'
export {
  endRunProcesses,
  findRunProcesses,
  findRunTokens,
  type RunProcess,
  runVariable,
} from './run-processes'
export type {
  ProcessExit,
  ProcessHandlers,
  ProcessLimits,
  RunningProcess,
  StartProcess,
} from './running-process'
export { type Child, type ChildExit, spawnChild } from './spawn-child'
export type { StartFailureReason } from './start-failure'
export { createStartProcess, type ExecutorDeps, startProcess } from './start-process'
