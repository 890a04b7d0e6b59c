export { parse } from './legacy.js'
export { formatList, parseList } from './list.js'
export { contains, formatRange, overlaps, parseRange } from './range.js'
