import { FileMinus2, FilePen, FilePlus2, FileSymlink, type LucideIcon } from 'lucide-react'
import type { ChangedFile } from '../../../shared'

const icons: Readonly<Record<ChangedFile['change'], LucideIcon>> = {
  created: FilePlus2,
  modified: FilePen,
  deleted: FileMinus2,
  renamed: FileSymlink,
}

/** What happened to a file. */
export function ChangeIcon({ change }: { readonly change: ChangedFile['change'] }) {
  const Icon = icons[change]
  return <Icon size={14} aria-label={change} />
}
