import {
  Ban,
  Bot,
  Brain,
  CircleStop,
  Clapperboard,
  Copy,
  CornerDownRight,
  EyeOff,
  FileBraces,
  FileDiff,
  Flag,
  Gauge,
  Globe,
  Hash,
  Info,
  type LucideIcon,
  MessageSquareText,
  PackageSearch,
  Play,
  RotateCw,
  ScrollText,
  ShieldCheck,
  TextQuote,
  TriangleAlert,
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
  agent: Bot,
  retry: RotateCw,
  notice: Info,
  warning: TriangleAlert,
  output: CornerDownRight,
  result: FileBraces,
  record: ScrollText,
  masked: EyeOff,
  frame: Clapperboard,
  usage: Hash,
  change: FileDiff,
  limit: Gauge,
  refused: Ban,
  network: Globe,
  cancel: CircleStop,
  unknown: TextQuote,
  end: Flag,
}

/** The icon of a row. It stands beside words that say the same. */
export function RowMark({ icon }: { readonly icon: RowIcon }) {
  const Icon = icons[icon]
  return <Icon size={14} aria-hidden />
}
