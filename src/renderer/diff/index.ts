export { FileDiff, type FileDiffProps } from './file-diff'
export { FileText, type FileTextProps } from './file-text'
export type { SideLabels } from './outcome'
export { FileTree, type FileTreeProps } from './tree/file-tree'
