import { useTimeZone } from './time-zone.ts'

/** Formats an ISO 8601 timestamp as `yyyy-MM-dd HH:mm:ss` in the viewer's time zone. */
export const formatMoment = (iso: string, zone = useTimeZone.getState().zone) => {
  const at = new Date(iso)
  // The Swedish locale formats dates as ISO.
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString('sv-SE', { timeZone: zone })
}

/** Formats a moment in milliseconds as `HH:mm` in the viewer's time zone. */
export const formatClock = (at: number) => formatMoment(new Date(at).toISOString()).slice(11, 16)

export const Time = ({ at }: { at: string }) => {
  const zone = useTimeZone(({ zone }) => zone)
  return (
    <time dateTime={at} className="time">
      {formatMoment(at, zone)}
    </time>
  )
}
