import type { ComponentProps } from 'react'
import { TriStateCheckbox } from '../../../ui/tri-state-checkbox.tsx'

type GrantCheckboxProps = Omit<ComponentProps<typeof TriStateCheckbox>, 'onChange' | 'disabled' | 'className'> & {
  /** Read-only, but focusable so that screen readers announce the reason. */
  isReadOnly: boolean
  onToggle: () => void
}

/** A checkbox of the grid of elements. */
export const GrantCheckbox = ({ isReadOnly, onToggle, ...rest }: GrantCheckboxProps) => (
  <TriStateCheckbox
    {...rest}
    className="tri-box"
    aria-disabled={isReadOnly || undefined}
    onChange={() => {
      if (!isReadOnly) onToggle()
    }}
  />
)
