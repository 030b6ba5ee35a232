import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { useMemo } from 'react'
import { Chart } from '../../../shared/charts/chart.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { CardLink } from './card.tsx'
import { ChartCard } from './chart-card.tsx'
import { usePageLink } from './public/page-link.ts'
import { fillMonths } from './sums.ts'

type Growth = NonNullable<Workbench['growth']>
type Months = Growth['months']
const empty = { newUsers: 0, newCompanies: 0, users: 0, companies: 0 }
const shortMonth = new Intl.DateTimeFormat(pageLanguage, { month: 'short', timeZone: 'UTC' })
const monthText = (month: string) => shortMonth.format(new Date(month))

const GrowthTable = ({ months, all }: { months: Months; all: boolean }) => (
  <table>
    <caption>{t('每月新增')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('月份')}</th>
        <th scope="col">{t('新增用户', { context: 'noun' })}</th>
        {all && <th scope="col">{t('新增公司', { context: 'noun' })}</th>}
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, newUsers, newCompanies }) => (
        <tr key={month}>
          <th scope="row">{month}</th>
          <td>{newUsers}</td>
          {all && <td>{newCompanies}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)

const GrowthChart = ({
  title,
  total,
  labels,
  added,
}: {
  title: string
  total: number
  labels: string[]
  added: number[]
}) => (
  <div>
    <p className="workbench-figures">
      {title} <b>{numberText(total)}</b>
      <span data-up={Number(added.at(-1)) > 0 || undefined}>
        {Number(added.at(-1)) > 0 ? t('本月 +{at}', { at: added.at(-1) }) : t('本月无新增')}
      </span>
    </p>
    {added.some((count) => count > 0) ? (
      <Chart kind="columns" labels={labels} values={added} height={84} />
    ) : (
      <p className="workbench-quiet">{t('近 12 个月无新增')}</p>
    )}
  </div>
)

/** New users by month, and new companies for the operator. */
export const GrowthCard = ({ growth: { months: counted, all } }: { growth: Growth }) => {
  const link = usePageLink()
  const { months, labels, users, companies } = useMemo(() => {
    const filled = fillMonths(counted, empty, formatMoment(new Date().toISOString()).slice(0, 7))
    return {
      months: filled,
      labels: filled.map(({ month }) => monthText(month)),
      users: filled.map(({ newUsers }) => newUsers),
      companies: filled.map(({ newCompanies }) => newCompanies),
    }
  }, [counted])
  const last = counted.at(-1) ?? empty
  return (
    <ChartCard
      title={cardTitles.growth}
      note={t('近 12 个月新增')}
      link={<CardLink to={link('sys/users')}>{t('查看用户')}</CardLink>}
      table={() => <GrowthTable months={months} all={all} />}
    >
      <div className="workbench-growth">
        <GrowthChart title={t('用户', { context: 'plural' })} total={last.users} labels={labels} added={users} />
        {all && (
          <GrowthChart
            title={t('公司', { context: 'plural' })}
            total={last.companies}
            labels={labels}
            added={companies}
          />
        )}
      </div>
    </ChartCard>
  )
}
