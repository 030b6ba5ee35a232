import { useId } from 'react'
import type { Control } from './control.ts'
import './radio-list.css'

type RadioListProps<V extends string> = Control<V> & { options: readonly { value: V; label: string }[] }

/** Radio buttons below each other, for up to three options. */
export const RadioList = <V extends string>({ options, value, onChange, disabled, ...rest }: RadioListProps<V>) => {
  const name = useId()
  return (
    <div role="radiogroup" className="radio-list" {...rest}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onChange?.(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
