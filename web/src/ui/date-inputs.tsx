import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useMemo } from 'react'
import type { Control } from './control.ts'
import { dayFormat, momentFormat, momentOf, rangeOf, rangeText } from './date-text.ts'
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
export const DateTimeRangeInput = ({ value, onChange, id, ...rest }: Control<string | undefined>) => (
  <DatePicker.RangePicker
    className="date-input"
    {...(id === undefined ? {} : { id: { start: id, end: `${id}-end` } })}
    showTime={{ defaultOpenValue: [startOfDay, endOfDay] }}
    format={momentFormat}
    placeholder={['开始时间', '结束时间']}
    value={useMemo(() => rangeOf(value), [value])}
    onChange={(range) => onChange?.(rangeText(range?.[0], range?.[1]))}
    {...rest}
  />
)
