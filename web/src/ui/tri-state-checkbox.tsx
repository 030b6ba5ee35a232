import type { ChangeEventHandler, InputHTMLAttributes } from 'react'

export type TriState = boolean | 'mixed'
type TriStateCheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked' | 'onChange'> & {
  state: TriState
  onChange: ChangeEventHandler<HTMLInputElement>
}

/** A checkbox with a mixed state. */
export const TriStateCheckbox = ({ state, ...rest }: TriStateCheckboxProps) => (
  <input
    {...rest}
    type="checkbox"
    checked={state === true}
    ref={(box) => {
      if (box) box.indeterminate = state === 'mixed'
    }}
  />
)
