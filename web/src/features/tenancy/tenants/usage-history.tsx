import { type QuotaKind, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { UsageDay } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { useMemo } from 'react'
import { isLimitDrawn, UsageFigure, UsageFrame, UsageTable } from '../../../shared/charts/usage-frame.tsx'
import { t } from '../../../ui/texts.ts'
import { formatAmount, formatQuota } from '../plans/public/quota-words.ts'
import { daysUntilFull, fillDays, trendDays } from './usage-trend.ts'

export type UsageHistoryProps = {
  days: readonly UsageDay[]
  limits: Readonly<Record<QuotaKind, number | null>>
  /** Of several tenants together, whose limits are summed up: when one of them is full cannot be said. */
  isSum?: boolean
  /** Only months were counted. */
  isMonthly?: boolean
}

const names: Readonly<Record<QuotaKind, string>> = { users: t('用户数'), sms: t('每日短信'), storage: t('存储空间') }
const gigabyte = 1024

/** Values of the last counted day of each month, newest first. */
const toMonths = (days: readonly UsageDay[]) =>
  [...new Map(days.map((day) => [day.day.slice(0, 7), day])).entries()].reverse()

const UsageLine = ({
  kind,
  days,
  limits,
  isSum = false,
  isMonthly = false,
}: UsageHistoryProps & { kind: QuotaKind }) => {
  const limit = limits[kind]
  const { labels, values, most } = useMemo(() => {
    const filled = isMonthly ? days.map((row) => ({ day: row.day, value: row[kind] })) : fillDays(days, kind)
    const highest = Math.max(...filled.map(({ value }) => value))
    const isDrawn = isLimitDrawn(limit, highest)
    const unit = kind === 'storage' && (isDrawn ? limit : highest) >= gigabyte ? gigabyte : 1
    return {
      labels: filled.map(({ day }) => day.slice(0, 7)),
      values: filled.map(({ value }) => Number((value / unit).toFixed(1))),
      most: isDrawn ? limit / unit : undefined,
    }
  }, [days, kind, limit, isMonthly])
  const left = isSum ? undefined : daysUntilFull(days, kind, limit)
  return (
    <UsageFigure
      name={names[kind]}
      note={`${isSum && limit !== null ? t('上限合计') : t('上限')} ${formatQuota(kind, limit)}`}
      mark={
        left !== undefined && (
          <strong className="usage-full" title={t('按最近 {trendDays} 天的增长推算', { trendDays })}>
            {t('预计 {left} 天后用满', { left })}
          </strong>
        )
      }
      labels={labels}
      values={values}
      limit={most}
    />
  )
}

/** Usage in the last year, a line for each quota. */
export const UsageHistory = (props: UsageHistoryProps) => {
  const { days } = props
  if (days.length < 2) return <p className="tenancy-quiet">{t('用量按天记录，有两天以上的记录后在此显示走势。')}</p>
  return (
    <UsageFrame
      title={props.isSum ? t('最近一年') : t('用量走势')}
      table={
        <UsageTable
          first={t('月末')}
          columns={quotaKinds.map((kind) => names[kind])}
          rows={toMonths(days).map(([month, day]) => [
            month,
            ...quotaKinds.map((kind) => formatAmount(kind, day[kind])),
          ])}
        />
      }
    >
      {quotaKinds.map((kind) => (
        <UsageLine key={kind} {...props} kind={kind} />
      ))}
    </UsageFrame>
  )
}
