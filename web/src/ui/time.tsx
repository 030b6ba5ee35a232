import { useTimeZone } from './time-zone.ts'

/** A moment as the viewer's clock shows it: `yyyy-MM-dd HH:mm:ss`. In: ISO 8601. */
export const formatMoment = (iso: string, zone = useTimeZone.getState().zone) => {
  const at = new Date(iso)
  // Swedish writes dates the way the specification asks for them.
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString('sv-SE', { timeZone: zone })
}

export const Time = ({ at }: { at: string }) => {
  const zone = useTimeZone(({ zone }) => zone)
  return (
    <time dateTime={at} className="time">
      {formatMoment(at, zone)}
    </time>
  )
}
