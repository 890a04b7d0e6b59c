import {
  FilePlus2,
  FileSymlink,
  FileText,
  FileX2,
  type LucideIcon,
  Pencil,
  Search,
  SquareTerminal,
  Timer,
  Wrench,
} from 'lucide-react'
import type { ToolKind } from '../../shared'

const icons: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText,
  edit: Pencil,
  create: FilePlus2,
  delete: FileX2,
  rename: FileSymlink,
  run: SquareTerminal,
  search: Search,
  wait: Timer,
  other: Wrench,
}

/** How a tool call is named in a row: “Read src/range.ts”, “Run npm test”. */
export const toolWords: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  create: 'Create',
  delete: 'Delete',
  rename: 'Rename',
  run: 'Run',
  search: 'Search',
  wait: 'Wait',
  other: 'Use',
}

/** A frame's tools carry their kind as plain text (shared/domain/session.ts): what is not known is `other`. */
export function toolKindOf(kind: string): ToolKind {
  return Object.hasOwn(icons, kind) ? (kind as ToolKind) : 'other'
}

/** The icon of what a tool call does. It goes beside the word. */
export function ToolIcon({ kind, size = 14 }: { readonly kind: ToolKind; readonly size?: number }) {
  const Icon = icons[kind]
  return <Icon size={size} aria-hidden />
}
