export { createLogFile, type LogFileOptions } from './log-file'
export { createLogger, type LogDetails, type Logger, type LoggerDeps, type LogLevel } from './logger'
export type { RedactionStream } from './redaction-stream'
export { createRedactor, type Redactor } from './redactor'
