import { InputNumber } from 'antd'
import { type InputEvent, useState } from 'react'
import type { Control } from './control.ts'
import { t } from './texts.ts'
import './form.css'
import './select.css'

const isOfNumber = /^[\d.-]*$/

type NumberInputProps = Control<number | null> & { readOnly?: boolean; unit?: string | undefined }

/** Number input; null when empty. Refuses other characters and says so. */
export const NumberInput = ({ onChange, value, unit, ...rest }: NumberInputProps) => {
  const [refused, setRefused] = useState(false)
  const checkInput = (event: InputEvent<HTMLInputElement>) => {
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
        onBeforeInput={checkInput}
        controls={false}
        suffix={unit}
        {...rest}
      />
      {refused && (
        <p className="field-alert" role="alert">
          {t('仅可填写数字')}
        </p>
      )}
    </div>
  )
}
