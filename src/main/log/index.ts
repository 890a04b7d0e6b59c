export type { NamedSecret } from './environment-secrets'
export { boundError, boundErrorText } from './error-text'
export { createLogFile, type LogFileOptions } from './log-file'
export { createLogger, type LogDetails, type Logger, type LoggerDeps, type LogLevel } from './logger'
export type { RedactionStream } from './redaction-stream'
export { createRedactor, type Masker, type Redactor, type RedactorOptions, type RunMasker } from './redactor'
export {
  type CheckedPatterns,
  checkUserPatterns,
  compileUserPatterns,
  type UserPattern,
  userPatternLimits,
} from './user-patterns'
