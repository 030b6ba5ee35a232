import { useId } from 'react'
import type { Control } from './control.ts'
import './radio-cards.css'

type Choice<V extends string> = { value: V; label: string; hint: string; disabled?: boolean }
type RadioCardsProps<V extends string> = Control<V> & { choices: readonly Choice<V>[] }

/** Radio buttons as cards, each with an explanation. */
export const RadioCards = <V extends string>({ choices, value, onChange, disabled, ...rest }: RadioCardsProps<V>) => {
  const name = useId()
  return (
    <div role="radiogroup" className="radio-cards" {...rest}>
      {choices.map((choice) => (
        <label key={choice.value} className="radio-card">
          <input
            type="radio"
            name={name}
            checked={value === choice.value}
            disabled={disabled || choice.disabled}
            onChange={() => onChange?.(choice.value)}
          />
          <span>
            <span className="radio-card-label">{choice.label}</span>
            <span className="radio-card-hint">{choice.hint}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
