import { InputNumber } from 'antd'
import type { Control } from './control.ts'
import './select.css'

/** A number; null while there is none. */
export const NumberInput = ({ onChange, value, ...rest }: Control<number | null>) => (
  <InputNumber<number>
    className="number-input"
    value={value ?? null}
    onChange={(next) => onChange?.(next)}
    controls={false}
    {...rest}
  />
)
