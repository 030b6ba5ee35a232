import type { ChangeEventHandler, InputHTMLAttributes } from 'react'

export type TriState = boolean | 'mixed'
type TriStateCheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked' | 'onChange'> & {
  state: TriState
  onChange: ChangeEventHandler<HTMLInputElement>
}

/** The ref of a checkbox that shows a state; HTML has no attribute for the mixed one. */
const showMixed = (state: TriState) => (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = state === 'mixed'
}

/** A checkbox with a mixed state. */
export const TriStateCheckbox = ({ state, ...rest }: TriStateCheckboxProps) => (
  <input {...rest} type="checkbox" checked={state === true} ref={showMixed(state)} />
)
