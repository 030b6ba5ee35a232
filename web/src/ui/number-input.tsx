import { InputNumber } from 'antd'
import { type InputEvent, useState } from 'react'
import type { Control } from './control.ts'
import './form.css'
import './select.css'

const isOfNumber = /^[\d.-]*$/

/** A number; null while there is none. What belongs to no number is not taken, and that is said. */
export const NumberInput = ({ onChange, value, ...rest }: Control<number | null> & { readOnly?: boolean }) => {
  const [refused, setRefused] = useState(false)
  const judge = (event: InputEvent<HTMLInputElement>) => {
    const isWrong = !isOfNumber.test(event.data)
    if (isWrong) event.preventDefault()
    setRefused(isWrong)
  }
  return (
    <div className="number-field">
      <InputNumber<number>
        className="number-input"
        value={value ?? null}
        onChange={(next) => onChange?.(next)}
        onBeforeInput={judge}
        controls={false}
        {...rest}
      />
      {refused && (
        <p className="field-alert" role="alert">
          只能填写数字
        </p>
      )}
    </div>
  )
}
