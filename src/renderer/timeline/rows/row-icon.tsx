import {
  Ban,
  Brain,
  CircleStop,
  Clapperboard,
  Copy,
  CornerDownRight,
  FileDiff,
  Flag,
  Gauge,
  Hash,
  type LucideIcon,
  MessageSquareText,
  PackageSearch,
  Play,
  ShieldCheck,
  TextQuote,
  UserRound,
} from 'lucide-react'
import type { RowIcon } from '../words/row-words'

const icons: Readonly<Record<RowIcon, LucideIcon>> = {
  prompt: UserRound,
  message: MessageSquareText,
  thinking: Brain,
  inventory: PackageSearch,
  mirror: Copy,
  consent: ShieldCheck,
  process: Play,
  output: CornerDownRight,
  frame: Clapperboard,
  usage: Hash,
  change: FileDiff,
  limit: Gauge,
  refused: Ban,
  cancel: CircleStop,
  unknown: TextQuote,
  end: Flag,
}

/** The icon of a row. It stands beside words that say the same. */
export function RowMark({ icon }: { readonly icon: RowIcon }) {
  const Icon = icons[icon]
  return <Icon size={14} aria-hidden />
}
