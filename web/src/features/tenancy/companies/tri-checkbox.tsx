import type { ReactNode } from 'react'
import type { TriState } from './ceiling-selection.ts'

type TriCheckboxProps = {
  state: TriState
  disabled: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

/** A checkbox with a mixed state. */
export const TriCheckbox = ({ state, disabled, onChange, children }: TriCheckboxProps) => (
  <label className="ceiling-box">
    <input
      type="checkbox"
      checked={state === true}
      disabled={disabled}
      ref={(input) => {
        if (input) input.indeterminate = state === 'mixed'
      }}
      onChange={() => onChange(state !== true)}
    />
    <span>{children}</span>
  </label>
)
