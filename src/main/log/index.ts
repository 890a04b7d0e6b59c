export type { NamedSecret } from './environment-secrets'
export { boundError, boundErrorText, redactCut } from './error-text'
export type { SecretPart } from './found-secret'
export { createLogFile, type LogFileOptions } from './log-file'
export { createLogger, type LogDetails, type Logger, type LoggerDeps, type LogLevel } from './logger'
export { createKeyCarry, type KeyCarry, privateKeyPart } from './private-key'
export type { RedactionStream } from './redaction-stream'
export {
  createRedactor,
  type Masker,
  mapStrings,
  type Redactor,
  type RedactorOptions,
  type RunMasker,
} from './redactor'
export { isSecretName } from './secret-names'
export { createPartsMask, maskParts, type SplitWatch } from './split-watch'
export {
  type CheckedPatterns,
  checkUserPatterns,
  compileUserPatterns,
  type UserPattern,
  userPatternLimits,
} from './user-patterns'
