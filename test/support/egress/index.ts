export * from './client'
export * from './proxy'
export * from './servers'
