export {
  createEventBatcher,
  type EventBatcher,
  type EventBatcherOptions,
  type Schedule,
} from './event-batcher'
export type { StoreLog } from './log'
export { openStore, type StoreOptions } from './open-store'
export { storePaths } from './paths'
export { StoreError } from './store-error'
export type { CommitListener, NewEvent, Store, StoreReader, StoreWriter } from './types'
