import {
  CalendarClock,
  Copy,
  Eye,
  History,
  KeyRound,
  Lock,
  LockOpen,
  type LucideIcon,
  Pencil,
  Plus,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'

/** Icons of the actions that many lists share. */
const icons: Readonly<Record<string, LucideIcon>> = {
  编辑: Pencil,
  详情: Eye,
  授权: ShieldCheck,
  复制: Copy,
  新增下级: Plus,
  锁定: Lock,
  解锁: LockOpen,
  重置密码: KeyRound,
  续期: CalendarClock,
  查看历史: History,
  变更记录: History,
  删除: Trash2,
}

/** The icon of a common action by its label; none for others. */
export const actionIcon = (label: string): ReactNode => {
  const Drawn = icons[label]
  return Drawn && <Drawn size={16} />
}
