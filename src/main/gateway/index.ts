export type { Handlers } from './dispatch'
export { dispatch } from './dispatch'
export { installGateway } from './install'
export { createNotices, type Notices } from './sources'
