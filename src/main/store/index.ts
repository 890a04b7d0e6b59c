export {
  createEventBatcher,
  type EventBatcher,
  type EventBatcherOptions,
  type Schedule,
} from './event-batcher'
export type { StoreLog } from './log'
export { openStore } from './open-store'
export { storePaths } from './paths'
export type { StoreOptions } from './store'
export { StoreError } from './store-error'
export type { CommitListener, NewEvent, NewLine, Store, StoreReader, StoreWriter } from './types'
