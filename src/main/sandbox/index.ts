export type { Backend, BoxRequest, FoundTool, OpenBox } from './backend'
export type { BoxLimits, Caller, Mount } from './box'
export { type BubblewrapDeps, createBubblewrap } from './bubblewrap/backend'
export {
  chooseBackend,
  missingAspects,
  type PassedOver,
  requiredAspects,
  type SandboxPolicy,
} from './choice'
export {
  type Box,
  type BoxedCommand,
  type CommandDefaults,
  type CommandOptions,
  createBox,
  strictCommandLimits,
} from './command-box'
export { createDocker, type DockerBackend, type DockerDeps } from './docker/backend'
export type { EnsureOptions, ImageChoice, ImageEntry, Images } from './docker/images'
export { accountHome } from './firejail/account-home'
export { createFirejail, type FirejailDeps } from './firejail/backend'
export type { BoxUsage } from './limits/cgroup'
export type { Forbidden } from './mounts'
export { probeBackend } from './probe/probe-backend'
export type { ProbeDeps } from './probe/probe-box'
export type { CodeLanguage } from './run-code'
export { type CommandLimits, type CommandResult, type ReachedLimit, startErrorIn } from './run-in-box'
export { createSandbox, type Sandbox, type SandboxChoice, type SandboxDeps } from './sandbox'
export { createSeatbelt, type SeatbeltDeps } from './seatbelt/backend'
export { createSubprocess, type SubprocessDeps } from './subprocess'
export { decideTool, type ToolDecision } from './tool-policy'
export { findToolchains, type Toolchains } from './toolchains'
