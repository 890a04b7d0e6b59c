export * from './calls'
export { startModelServer } from './server'
export type {
  HttpError,
  ModelRequest,
  ModelServer,
  Reply,
  ReportedUsage,
  Scenario,
  ScenarioStep,
  Step,
  StreamBreak,
  ToolCall,
  Usage,
} from './types'
export { addUsage, noUsage, usualUsage } from './usage'
