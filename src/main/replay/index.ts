export { createReplay, type Replay, type ReplayDeps } from './replay'
