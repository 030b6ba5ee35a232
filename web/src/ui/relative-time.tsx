import { isChinese, pageLanguage, t } from './texts.ts'
import { formatMoment } from './time.tsx'
import { useTimeZone } from './time-zone.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

// Digits alone would be read as day and month by some, and month and day by others.
const dayInWords = new Intl.DateTimeFormat(pageLanguage, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `11-26`, or `Nov 26`; with the year if it is another one than now. */
export const shortDate = (at: string, now: number, zone?: string): string => {
  const [date, today] = [formatMoment(at, zone).slice(0, 10), formatMoment(new Date(now).toISOString(), zone)]
  if (date.slice(0, 4) !== today.slice(0, 4)) return date
  return isChinese ? date.slice(5) : dayInWords.format(new Date(date))
}

/** How long ago a moment was: 刚刚, 5 分钟前, 3 小时前, 昨天, or the date. */
export const agoText = (at: string, now: number, zone: string): string => {
  const passed = now - Date.parse(at)
  if (passed < minute) return t('刚刚')
  if (passed < hour) return t('{passed} 分钟前', { passed: Math.floor(passed / minute) })
  if (passed < day) return t('{passed} 小时前', { passed: Math.floor(passed / hour) })
  const [date, yesterday] = [at, new Date(now - day).toISOString()].map((each) => formatMoment(each, zone).slice(0, 10))
  return date === yesterday ? t('昨天') : shortDate(at, now, zone)
}

/** A moment of a feed: how long ago it was, with the exact time as a tooltip. */
export const RelativeTime = ({ at }: { at: string }) => {
  const zone = useTimeZone(({ zone }) => zone)
  return (
    <time dateTime={at} title={formatMoment(at, zone)}>
      {agoText(at, Date.now(), zone)}
    </time>
  )
}
