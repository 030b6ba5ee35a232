import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type SyntheticEvent, useMemo } from 'react'
import type { Control } from './control.ts'
import { dayFormat, endOfDayTyped, isoOf, momentFormat, momentOf, rangeOf, rangeText } from './date-text.ts'
import { formatMoment } from './time.tsx'
import { useTimeZone } from './time-zone.ts'
import './date-inputs.css'
import './select.css'

dayjs.locale('zh-cn')

/** A day, as `yyyy-MM-dd`. */
export const DateInput = ({
  value,
  onChange,
  placeholder,
  ...rest
}: Control<string | undefined> & { placeholder: string }) => (
  <DatePicker
    className="date-input"
    format={dayFormat}
    placeholder={placeholder}
    // The kit forgets what is being chosen whenever it is handed another object, however equal.
    value={useMemo(() => momentOf(value), [value])}
    onChange={(next) => onChange?.(next?.isValid() ? next.format(dayFormat) : undefined)}
    {...rest}
  />
)

const startOfDay = dayjs().startOf('day')
const endOfDay = dayjs().endOf('day')

/** From one moment to another, as `yyyy-MM-dd HH:mm:ss~yyyy-MM-dd HH:mm:ss`. A day chosen alone means all of it. */
export const DateTimeRangeInput = ({
  value,
  onChange,
  id,
  label,
  ...rest
}: Control<string | undefined> & { label: string }) => (
  <DatePicker.RangePicker
    className="date-input"
    {...(id === undefined ? {} : { id: { start: id, end: `${id}-end` } })}
    showTime={{ defaultOpenValue: [startOfDay, endOfDay] }}
    format={momentFormat}
    aria-label={label}
    placeholder={[`最早${label}`, `最晚${label}`]}
    value={useMemo(() => rangeOf(value), [value])}
    onChange={(range) => onChange?.(rangeText(range?.[0], range?.[1]))}
    {...rest}
  />
)

/** One moment, in ISO 8601, on the clocks of the viewer. A day chosen alone means the end of it. */
export const DateTimeInput = ({
  value,
  onChange,
  placeholder,
  ...rest
}: Control<string | null> & { placeholder: string }) => {
  const zone = useTimeZone(({ zone }) => zone)
  /** What the kit would drop: a text that was emptied, and a day without a time. */
  const settle = ({ target }: SyntheticEvent) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : undefined
    if (typed === '' && value) onChange?.(null)
    const end = typed && endOfDayTyped(typed)
    if (end) onChange?.(isoOf(end, zone))
  }
  return (
    <DatePicker
      className="date-input"
      // What is chosen holds at once: on a small screen there is no room left for a button that says so.
      needConfirm={false}
      showTime={{ defaultOpenValue: endOfDay }}
      format={momentFormat}
      placeholder={placeholder}
      value={useMemo(() => (value ? momentOf(formatMoment(value, zone)) : null), [value, zone])}
      onChange={(next) => onChange?.(next?.isValid() ? isoOf(next.format(momentFormat), zone) : null)}
      // Enter says that the moment is right, not that the form around it is.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
        if (event.key === 'Enter' || event.key === 'Tab') settle(event)
      }}
      onBlur={settle}
      {...rest}
    />
  )
}
