import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { useMemo } from 'react'
import { Chart } from '../../../shared/charts/chart.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { rich } from '../../../ui/rich.ts'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { CardLink } from './card.tsx'
import { ChartCard } from './chart-card.tsx'
import { usePageLink } from './public/page-link.ts'
import { changeText, foldSignIns, periodDays, pickShade, type SignInSums } from './sums.ts'

const weekday = new Intl.DateTimeFormat(pageLanguage, { weekday: 'short', timeZone: 'UTC' })
/** From Monday on. */
const weekdays = Array.from({ length: 7 }, (_, at) => weekday.format(new Date(Date.UTC(2024, 0, 1 + at))))
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const shownHours = [0, 6, 12, 18]

const HeatMap = ({ week }: Pick<SignInSums, 'week'>) => {
  const highest = Math.max(...week.flat())
  return (
    <div className="workbench-heat" aria-hidden="true">
      {week.map((hours, day) => [
        <span key={weekdays[day]} className="workbench-heat-day">
          {weekdays[day]}
        </span>,
        ...hours.map((count, hour) => (
          <i
            key={`${weekdays[day]} ${hourText(hour)}`}
            data-shade={pickShade(count, highest)}
            title={t('{day} {hour} {count} 次', { day: weekdays[day], hour: hourText(hour), count })}
          />
        )),
      ])}
      {shownHours.map((hour) => (
        <span key={hour} className="workbench-heat-hour" style={{ gridColumn: `${hour + 2} / span 6` }}>
          {hourText(hour)}
        </span>
      ))}
    </div>
  )
}

const SignInTables = ({ dates, current, former, week }: SignInSums) => (
  <>
    <table>
      <caption>{t('每天的登录次数')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('日期')}</th>
          <th scope="col">{t('登录次数')}</th>
          <th scope="col">{t('{periodDays} 天前', { periodDays })}</th>
        </tr>
      </thead>
      <tbody>
        {dates.map((date, at) => (
          <tr key={date}>
            <th scope="row">{date}</th>
            <td>{current[at]}</td>
            <td>{former[at]}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <table>
      <caption>{t('按星期与时段的登录次数')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('时段')}</th>
          {weekdays.map((day) => (
            <th key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 24 }, (_, hour) => (
          <tr key={hourText(hour)}>
            <th scope="row">{hourText(hour)}</th>
            {weekdays.map((day, at) => (
              <td key={day}>{week[at]?.[hour]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

/** Sign-ins of thirty days beside the thirty before, and by hour of the week. */
export const SignInsCard = ({ signIns: { days } }: { signIns: NonNullable<Workbench['signIns']> }) => {
  const link = usePageLink()
  const zone = useTimeZone(({ zone }) => zone)
  const sums = useMemo(() => foldSignIns(days, zone, new Date()), [days, zone])
  const labels = useMemo(() => sums.dates.map((date) => date.slice(5)), [sums])
  const change = changeText(sums.total, sums.formerTotal)
  return (
    <ChartCard
      title={cardTitles.signIns}
      note={t('近 {periodDays} 天，截至昨天', { periodDays })}
      link={<CardLink to={link('sys/sign-in-logs')}>{t('查看日志')}</CardLink>}
      table={() => <SignInTables {...sums} />}
    >
      <div className="workbench-sign-ins">
        <div>
          <p className="workbench-figures">
            {rich('{total} 次', { total: <b>{numberText(sums.total)}</b> })}
            {change !== '' && (
              <span data-up={change.startsWith('+') || undefined}>
                {t('较前 {periodDays} 天 {change}', { periodDays, change })}
              </span>
            )}
            <span className="workbench-legend">
              <i /> {rich('本期 {i} 上期', { i: <i data-former /> })}
            </span>
          </p>
          <Chart kind="line" labels={labels} values={sums.current} former={sums.former} height={168} />
        </div>
        <div>
          <p className="workbench-figures">
            {t('按星期与时段')}
            <span className="workbench-shades">
              {t('少')}
              {[0, 1, 2, 3, 4].map((shade) => (
                <i key={shade} data-shade={shade} />
              ))}
              {t('多')}
            </span>
          </p>
          <HeatMap week={sums.week} />
        </div>
      </div>
    </ChartCard>
  )
}
