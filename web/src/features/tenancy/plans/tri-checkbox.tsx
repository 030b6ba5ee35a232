import type { ReactNode } from 'react'
import { type TriState, TriStateCheckbox } from '../../../ui/tri-state-checkbox.tsx'

type TriCheckboxProps = {
  state: TriState
  disabled: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

/** A checkbox with a mixed state and its label. */
export const TriCheckbox = ({ state, disabled, onChange, children }: TriCheckboxProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is its input
  <label className="ceiling-box">
    <TriStateCheckbox state={state} disabled={disabled} onChange={() => onChange(state !== true)} />
    <span>{children}</span>
  </label>
)
