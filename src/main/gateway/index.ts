export type { Handlers } from './dispatch'
export { dispatch } from './dispatch'
export { type Gateway, installGateway } from './install'
export { createNotices, type Notices } from './sources'
