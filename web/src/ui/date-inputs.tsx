import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { Control } from './control.ts'
import './select.css'

const day = 'YYYY-MM-DD'
const second = 'YYYY-MM-DD HH:mm:ss'
const between = '~'

const parsed = (text: string | undefined) => {
  const at = text ? dayjs(text) : null
  return at?.isValid() ? at : null
}

/** A day, as `yyyy-MM-dd`. */
export const DateInput = ({ value, onChange, ...rest }: Control<string | undefined>) => (
  <DatePicker
    className="date-input"
    format={day}
    value={parsed(value)}
    onChange={(next) => onChange?.(next?.isValid() ? next.format(day) : undefined)}
    {...rest}
  />
)

/** From one moment to another, as `yyyy-MM-dd HH:mm:ss~yyyy-MM-dd HH:mm:ss`. */
export const DateTimeRangeInput = ({ value, onChange, id, ...rest }: Control<string | undefined>) => {
  const [from, to] = (value ?? '').split(between)
  return (
    <DatePicker.RangePicker
      className="date-input"
      {...(id === undefined ? {} : { id: { start: id, end: `${id}-end` } })}
      showTime={{ defaultOpenValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] }}
      format={second}
      placeholder={['开始时间', '结束时间']}
      value={[parsed(from), parsed(to)]}
      onChange={(range) => {
        const [start, end] = range ?? []
        onChange?.(start && end ? `${start.format(second)}${between}${end.format(second)}` : undefined)
      }}
      {...rest}
    />
  )
}
