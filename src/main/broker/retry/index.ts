export {
  decideRetry,
  maxDelayMs,
  maxRetries,
  nextRetry,
  type RetryDecision,
  type RetryInput,
} from './next-retry'
export { type TextMarker, textMarkers } from './text-markers'
export { isTransient } from './transient'
export { wait } from './wait'
