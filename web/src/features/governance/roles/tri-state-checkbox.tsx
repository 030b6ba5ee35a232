import type { InputHTMLAttributes } from 'react'
import type { TriState } from './menu-grants.ts'

type TriStateCheckboxProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'checked' | 'onChange' | 'disabled'
> & {
  state: TriState
  /** Read-only, but focusable so that screen readers announce the reason. */
  isReadOnly: boolean
  onToggle: () => void
}

/** A tri-state checkbox. */
export const TriStateCheckbox = ({ state, isReadOnly, onToggle, ...rest }: TriStateCheckboxProps) => (
  <input
    {...rest}
    ref={(box) => {
      if (box) box.indeterminate = state === 'mixed'
    }}
    type="checkbox"
    className="tri-box"
    checked={state === 'true'}
    aria-disabled={isReadOnly || undefined}
    onChange={() => {
      if (!isReadOnly) onToggle()
    }}
  />
)
