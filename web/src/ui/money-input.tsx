import Input from 'antd/es/input/Input'
import type { Control } from './control.ts'
import './money-input.css'

/** An amount with two decimals, where it is one. */
const settled = (typed: string): string => {
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d{0,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? typed : `${whole}.${decimals.padEnd(2, '0')}`
}

/** @public Input of an amount of money, as a decimal text: `1280.50`. It gets its two decimals when it is left. */
export const MoneyInput = ({ value, onChange, onBlur, ...rest }: Control<string | null>) => (
  <Input
    className="money-input"
    prefix="¥"
    inputMode="decimal"
    autoComplete="off"
    value={value ?? ''}
    onChange={(event) => onChange?.(event.target.value)}
    onBlur={({ target }) => {
      const next = settled(target.value)
      if (next !== target.value) onChange?.(next)
      onBlur?.()
    }}
    {...rest}
  />
)
