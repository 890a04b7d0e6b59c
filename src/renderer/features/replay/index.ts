export { ReplayView } from './replay-view'
