import { type QuotaKind, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { OwnTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { UsageDay } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { ChartLine, Table } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Chart } from '../../../shared/charts/chart.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatAmount, formatQuota } from '../plans/public/quota-words.ts'
import { effectiveQuota } from './tenant-quotas.ts'
import { daysUntilFull, fillDays, trendDays } from './usage-trend.ts'

type HistoryProps = { tenant: OwnTenant; days: readonly UsageDay[] }

const names: Readonly<Record<QuotaKind, string>> = { users: '用户数', sms: '每日短信', storage: '存储空间' }
/** Below this share of a limit a line would lie on the axis: the limit is not drawn. */
const drawnShare = 0.1
const gigabyte = 1024
const height = 132

/** Values of the last counted day of each month, newest first. */
const toMonths = (days: readonly UsageDay[]) =>
  [...new Map(days.map((day) => [day.day.slice(0, 7), day])).entries()].reverse()

const UsageTable = ({ days }: Pick<HistoryProps, 'days'>) => (
  <section className="usage-table" aria-label="用量走势的数据">
    <table>
      <thead>
        <tr>
          <th scope="col">月末</th>
          {quotaKinds.map((kind) => (
            <th key={kind} scope="col">
              {names[kind]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {toMonths(days).map(([month, day]) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            {quotaKinds.map((kind) => (
              <td key={kind}>{formatAmount(kind, day[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const UsageLine = ({ kind, tenant, days }: HistoryProps & { kind: QuotaKind }) => {
  const limit = effectiveQuota(tenant, kind)
  const { labels, values, most } = useMemo(() => {
    const filled = fillDays(days, kind)
    const highest = Math.max(...filled.map(({ value }) => value))
    const isDrawn = limit !== null && highest >= limit * drawnShare
    const unit = kind === 'storage' && (isDrawn ? limit : highest) >= gigabyte ? gigabyte : 1
    return {
      labels: filled.map(({ day }) => day.slice(0, 7)),
      values: filled.map(({ value }) => Number((value / unit).toFixed(1))),
      most: isDrawn ? limit / unit : undefined,
    }
  }, [days, kind, limit])
  const left = daysUntilFull(days, kind, limit)
  return (
    <figure className="usage-line">
      <figcaption>
        {names[kind]}
        <span className="tenancy-quiet">上限 {formatQuota(kind, limit)}</span>
        {left !== undefined && (
          <strong className="usage-full" title={`按最近 ${trendDays} 天的增长推算`}>
            预计 {left} 天后用满
          </strong>
        )}
      </figcaption>
      <Chart kind="line" labels={labels} values={values} height={height} {...(most !== undefined && { limit: most })} />
    </figure>
  )
}

/** Usage of a tenant in the last year, a line for each quota. */
export const UsageHistory = ({ tenant, days }: HistoryProps) => {
  const [isTable, setTable] = useState(false)
  if (days.length < 2) return <p className="tenancy-quiet">用量按天记录，有两天以上的记录后在此显示走势。</p>
  return (
    <>
      <div className="usage-head">
        <h2>用量走势</h2>
        <Button
          look="quiet"
          icon={isTable ? <ChartLine aria-hidden size={16} /> : <Table aria-hidden size={16} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? '以图表查看' : '以表格查看'}
        </Button>
      </div>
      {isTable ? (
        <UsageTable days={days} />
      ) : (
        quotaKinds.map((kind) => <UsageLine key={kind} kind={kind} tenant={tenant} days={days} />)
      )}
    </>
  )
}
