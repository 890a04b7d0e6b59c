export type { Backend, BoxRequest, FoundTool, OpenBox } from './backend'
export type { BoxLimits, Caller, Mount } from './box'
export { type BubblewrapDeps, createBubblewrap } from './bubblewrap/backend'
