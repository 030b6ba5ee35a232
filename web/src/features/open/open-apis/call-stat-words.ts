import type { CallRange, CallStat } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'

export const rangeNames: Readonly<Record<CallRange, string>> = { day: t('24 小时'), week: t('7 天'), month: t('30 天') }
export const durationText = (ms: number | null): string =>
  ms === null ? '—' : ms < 10 ? `${ms} ms` : `${numberText(Math.round(ms))} ms`

const halfDayMs = 43_200_000
/** Labels of points: hours, or days by their noon, which is the same day in most zones. */
export const pointTexts = (points: CallStat['points'], range: CallRange): string[] =>
  points.map(({ time }) => {
    if (range === 'month') return formatMoment(new Date(Date.parse(time) + halfDayMs).toISOString()).slice(5, 10)
    const text = formatMoment(time)
    return range === 'day' ? text.slice(11, 16) : text.slice(5, 16)
  })
