export { SessionsView } from './sessions-view'
