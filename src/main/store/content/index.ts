export type { ContentEntry } from './types'
