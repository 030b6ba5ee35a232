import type { Expiry, ExpiryKind } from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

export const kindNames: Readonly<Record<ExpiryKind, string>> = {
  account: t('账号'),
  role: t('角色'),
  tenant: t('租户'),
  secret: t('应用密钥'),
  link: t('分享链接'),
}
const dayMs = 86_400_000
/** Names of a day that are written out. */
const named = 3

/** Whole days until a moment, of which the last one counts; none once it is over. */
export const daysLeft = (at: string, now: number): number => Math.max(0, Math.ceil((Date.parse(at) - now) / dayMs))

/** Three days and less are urgent, thirty are soon. */
export const toUrgency = (days: number): 'urgent' | 'soon' | 'later' => {
  if (days <= 3) return 'urgent'
  return days <= 30 ? 'soon' : 'later'
}

/** What of one kind ends within the same number of days. */
export type ExpiryDay = { kind: ExpiryKind; days: number; expireTime: string; names: readonly string[] }

const toName = ({ kind, name, detail }: Expiry) => {
  if (detail === '') return name
  return kind === 'secret' ? t('{name}（尾号 {detail}）', { name, detail }) : `${name} · ${detail}`
}
/** Rows by kind and days left, soonest first, without those that have ended since they were read. */
export const groupByDay = (rows: readonly Expiry[], now: number): ExpiryDay[] =>
  [...Map.groupBy(rows, (row) => `${row.kind} ${daysLeft(row.expireTime, now)}`).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { kind, expireTime } = first
    if (daysLeft(expireTime, now) === 0) return []
    return [{ kind, expireTime, days: daysLeft(expireTime, now), names: group.map(toName) }]
  })

/** `角色 2 项，4 天后到期：张三 · 财务、李四 · 审计`. */
export const describeDay = ({ kind, days, names }: ExpiryDay): string => {
  const shown = listText(names.slice(0, named))
  return t('{kind} {count} 项，{days} 天后到期：{names}', {
    kind: kindNames[kind],
    count: names.length,
    days,
    names: names.length > named ? t('{names} 等', { names: shown }) : shown,
  })
}
