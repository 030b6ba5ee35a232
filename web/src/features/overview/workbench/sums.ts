import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { t } from '../../../ui/texts.ts'

type Days = NonNullable<Workbench['signIns']>['days']
export const periodDays = 30
const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Formats moments as `yyyy-mm-dd hh` in a zone. */
const hourFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' })
const dateBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00Z`) - days * dayMs).toISOString().slice(0, 10)
/** 0: Monday. */
const toWeekday = (date: string) => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7

/**
 * Folds sign-ins by hour of UTC into days of a time zone: the thirty days until yesterday, the thirty before them, and
 * the hours of the week in the former.
 */
export const foldSignIns = (days: Days, zone: string, now: Date) => {
  const format = hourFormat(zone)
  const today = format.format(now).slice(0, 10)
  const dates = Array.from({ length: periodDays }, (_, at) => dateBefore(today, periodDays - at))
  const [first, firstFormer] = [dates[0] ?? today, dateBefore(today, 2 * periodDays)]
  const byDate = new Map<string, number>()
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { day, hours } of days)
    for (const [at, count] of hours.entries()) {
      if (count === 0) continue
      const [date = '', hour = ''] = format.format(Date.parse(`${day}T00:00Z`) + at * hourMs).split(' ')
      if (date < firstFormer || date >= today) continue
      byDate.set(date, (byDate.get(date) ?? 0) + count)
      const row = week[toWeekday(date)]
      if (row && date >= first) row[Number(hour)] = (row[Number(hour)] ?? 0) + count
    }
  const current = dates.map((date) => byDate.get(date) ?? 0)
  const former = dates.map((date) => byDate.get(dateBefore(date, periodDays)) ?? 0)
  const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0)
  return { dates, current, former, week, total: sum(current), formerTotal: sum(former) }
}
export type SignInSums = ReturnType<typeof foldSignIns>

/** Shade of a cell from 0 (none) to 4, by its share of the highest. */
export const pickShade = (count: number, highest: number): number =>
  count === 0 ? 0 : Math.ceil((count / highest) * 4)

/** Change in percent with its sign; empty without a former number. */
export const changeText = (current: number, former: number): string => {
  if (former === 0) return ''
  const percent = ((current - former) / former) * 100
  if (Math.abs(percent) < 0.05) return t('持平')
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)}%`
}

/** The last twelve months with zeros for those that are missing. Takes months with numbers, and the current one. */
export const fillMonths = <Month extends { month: string }>(
  months: readonly Month[],
  empty: Omit<Month, 'month'>,
  now: string,
) => {
  const byMonth = new Map(months.map((each) => [each.month, each]))
  const [year = 0, month = 0] = now.split('-').map(Number)
  return Array.from({ length: 12 }, (_, at) => {
    const name = new Date(Date.UTC(year, month - 12 + at, 1)).toISOString().slice(0, 7)
    return byMonth.get(name) ?? { ...empty, month: name }
  })
}
