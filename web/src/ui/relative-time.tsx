import { formatMoment } from './time.tsx'
import { useTimeZone } from './time-zone.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** How long ago a moment was: 刚刚, 5 分钟前, 3 小时前, 昨天, or the date. */
export const agoText = (at: string, now: number, zone: string): string => {
  const passed = now - Date.parse(at)
  if (passed < minute) return '刚刚'
  if (passed < hour) return `${Math.floor(passed / minute)} 分钟前`
  if (passed < day) return `${Math.floor(passed / hour)} 小时前`
  const [date, year] = [
    formatMoment(at, zone).slice(0, 10),
    formatMoment(new Date(now).toISOString(), zone).slice(0, 4),
  ]
  if (date === formatMoment(new Date(now - day).toISOString(), zone).slice(0, 10)) return '昨天'
  return date.startsWith(year) ? date.slice(5) : date
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
