import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type SyntheticEvent, useMemo } from 'react'
import type { Control } from './control.ts'
import { dayFormat, endOfDayTyped, momentFormat, parseMoment, parseRange, rangeText, toIso } from './date-text.ts'
import { t } from './texts.ts'
import { formatMoment } from './time.tsx'
import { useTimeZone } from './time-zone.ts'
import './date-inputs.css'
import './select.css'

/** Today in the viewer's time zone. */
const useToday = () =>
  dayjs(
    formatMoment(
      new Date().toISOString(),
      useTimeZone(({ zone }) => zone),
    ),
  )
/** Days and ranges that people ask for most; a range ends with today. */
const dayPresets = (today: Dayjs) => [
  { label: t('今天'), value: today },
  { label: t('昨天'), value: today.subtract(1, 'day') },
]
const rangePresets = (today: Dayjs) => {
  const range = (label: string, start: Dayjs, end = today) => ({
    label,
    value: [start.startOf('day'), end.endOf('day')] as [Dayjs, Dayjs],
  })
  const yesterday = today.subtract(1, 'day')
  return [
    range(t('今天'), today),
    range(t('昨天'), yesterday, yesterday),
    range(t('近 7 天'), today.subtract(6, 'day')),
    range(t('近 30 天'), today.subtract(29, 'day')),
    range(t('本月'), today.startOf('month')),
  ]
}

/** Date input, `yyyy-MM-dd`. */
export const DateInput = ({
  value,
  onChange,
  placeholder,
  ...rest
}: Control<string | undefined> & { placeholder: string }) => (
  <DatePicker
    className="date-input"
    format={dayFormat}
    presets={dayPresets(useToday())}
    placeholder={placeholder}
    // The kit resets a pending selection whenever the value object changes identity.
    value={useMemo(() => parseMoment(value), [value])}
    onChange={(next) => onChange?.(next?.isValid() ? next.format(dayFormat) : undefined)}
    {...rest}
  />
)

const startOfDay = dayjs().startOf('day')
const endOfDay = dayjs().endOf('day')

type RangeProps = Control<string | undefined> & { label: string }
const rangeIds = (id: string | undefined) => (id === undefined ? {} : { id: { start: id, end: `${id}-end` } })

/** Input of days from and to, `yyyy-MM-dd~yyyy-MM-dd`. */
export const DateRangeInput = ({ value, onChange, id, label, ...rest }: RangeProps) => (
  <DatePicker.RangePicker
    className="date-input"
    {...rangeIds(id)}
    format={dayFormat}
    presets={rangePresets(useToday())}
    aria-label={label}
    placeholder={[t('开始日期'), t('结束日期')]}
    value={useMemo(() => parseRange(value), [value])}
    onChange={(range) => onChange?.(rangeText(range?.[0], range?.[1], dayFormat))}
    {...rest}
  />
)

/** Time range input, `yyyy-MM-dd HH:mm:ss~yyyy-MM-dd HH:mm:ss`. A date without a time means the whole day. */
export const DateTimeRangeInput = ({ value, onChange, id, label, ...rest }: RangeProps) => (
  <DatePicker.RangePicker
    className="date-input"
    {...rangeIds(id)}
    showTime={{ defaultOpenValue: [startOfDay, endOfDay] }}
    format={momentFormat}
    presets={rangePresets(useToday())}
    aria-label={label}
    placeholder={[t('开始时间'), t('结束时间')]}
    value={useMemo(() => parseRange(value), [value])}
    onChange={(range) => onChange?.(rangeText(range?.[0], range?.[1]))}
    {...rest}
  />
)

/**
 * Timestamp input: ISO 8601 value, shown in the viewer's time zone. A date without a time means the end of that day.
 */
export const DateTimeInput = ({
  value,
  onChange,
  placeholder,
  ...rest
}: Control<string | null> & { placeholder: string }) => {
  const zone = useTimeZone(({ zone }) => zone)
  /** Applies what the kit would drop: an emptied text, and a date without a time. */
  const settle = ({ target }: SyntheticEvent) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : undefined
    if (typed === '' && value) onChange?.(null)
    const end = typed && endOfDayTyped(typed)
    if (end) onChange?.(toIso(end, zone))
  }
  return (
    <DatePicker
      className="date-input"
      // Applies a selection immediately: small screens have no room for a confirm button.
      needConfirm={false}
      showTime={{ defaultOpenValue: endOfDay }}
      format={momentFormat}
      placeholder={placeholder}
      value={useMemo(() => (value ? parseMoment(formatMoment(value, zone)) : null), [value, zone])}
      onChange={(next) => onChange?.(next?.isValid() ? toIso(next.format(momentFormat), zone) : null)}
      // Enter accepts the timestamp without submitting the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
        if (event.key === 'Enter' || event.key === 'Tab') settle(event)
      }}
      onBlur={settle}
      {...rest}
    />
  )
}
