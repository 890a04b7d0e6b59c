export { type Invocation, sameInvocation } from './invocation'
export type {
  ProcessExit,
  ProcessHandlers,
  ProcessLimits,
  RunningProcess,
  StartProcess,
} from './running-process'
