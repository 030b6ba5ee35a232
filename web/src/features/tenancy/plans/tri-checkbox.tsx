import type { ReactNode } from 'react'
import { showMixed, type TriState } from '../../../ui/tri-state-checkbox.tsx'

type TriCheckboxProps = {
  state: TriState
  disabled: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

/** A checkbox with a mixed state and its label. */
export const TriCheckbox = ({ state, disabled, onChange, children }: TriCheckboxProps) => (
  <label className="ceiling-box">
    <input
      type="checkbox"
      checked={state === true}
      disabled={disabled}
      ref={showMixed(state)}
      onChange={() => onChange(state !== true)}
    />
    <span>{children}</span>
  </label>
)
