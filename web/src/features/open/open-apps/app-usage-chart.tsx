import type { CallDay } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { useMemo } from 'react'
import { isLimitDrawn, UsageFigure, UsageFrame, UsageTable } from '../../../shared/charts/usage-frame.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'

type MonthSum = { used: number; most: number; errors: number; refusals: number }

/** Sums of each month with its fullest day, newest first. */
const toMonths = (days: readonly CallDay[]) => {
  const months = new Map<string, MonthSum>()
  for (const { day, used, errors, refusals } of days) {
    const sum = months.get(day.slice(0, 7)) ?? { used: 0, most: 0, errors: 0, refusals: 0 }
    months.set(day.slice(0, 7), {
      used: sum.used + used,
      most: Math.max(sum.most, used),
      errors: sum.errors + errors,
      refusals: sum.refusals + refusals,
    })
  }
  return [...months].reverse()
}

/** Calls of each day in the last year, to the limit of a day. */
export const AppUsageChart = ({ days, limit }: { days: readonly CallDay[]; limit: number | null }) => {
  const { labels, values, most } = useMemo(() => {
    // Today is not over: the line would always fall at its end.
    const whole = days.slice(0, -1)
    const used = whole.map((day) => day.used)
    return {
      // Of few days the month alone says too little.
      labels: whole.map(({ day }) => (whole.length > 90 ? day.slice(0, 7) : day.slice(5))),
      values: used,
      most: isLimitDrawn(limit, Math.max(...used)) ? limit : undefined,
    }
  }, [days, limit])
  return (
    <UsageFrame
      table={
        <UsageTable
          first={t('月份')}
          columns={[t('计入上限'), t('单日最多'), t('失败'), t('被拒绝')]}
          rows={toMonths(days).map(([month, { used, most, errors, refusals }]) => [
            month,
            numberText(used),
            numberText(most),
            numberText(errors),
            numberText(refusals),
          ])}
        />
      }
    >
      <UsageFigure
        name={t('每日调用')}
        note={t('上限 {value}，不含今天和被拒绝的调用', {
          value: limit === null ? t('不限') : t('{limit} 次', { limit: numberText(limit) }),
        })}
        labels={labels}
        values={values}
        limit={most}
        height={180}
      />
    </UsageFrame>
  )
}
