export { type AgentFailure, type AgentFailureKind, agentFailureKinds } from './agent-failure'
export { type ClaudeRuntimeDeps, claudeName, createClaudeRuntime } from './claude/claude'
export { type CodexDeps, codexName, createCodexRuntime } from './codex/codex'
export { codexAddress } from './codex/provider'
export { listNodeCandidates, type NodeCandidatesDeps } from './node-candidates'
export {
  createProgramFinder,
  type FoundProgram,
  type ProgramFinder,
  type ProgramFinderDeps,
} from './program-finder'
export { createRuntimeRegistry, type RuntimeCandidate, type RuntimeRegistry } from './registry'
export {
  createRehearsalRuntime,
  type EmbeddedProgram,
  type RehearsalDeps,
  type RehearsalProgram,
  rehearsalName,
} from './rehearsal'
export type {
  AgentEvent,
  AgentExit,
  AgentParser,
  ExecutableIdentity,
  HomeFile,
  InvocationInput,
  Probe,
  Runtime,
  SignIn,
} from './runtime'
