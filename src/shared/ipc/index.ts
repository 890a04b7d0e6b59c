export * from './bridge'
export * from './calls'
export * from './streams'
