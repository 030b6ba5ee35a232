import type { InputHTMLAttributes } from 'react'
import type { TriState } from './menu-grants.ts'

type TriBoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked' | 'onChange' | 'disabled'> & {
  state: TriState
  /** Cannot be changed; it keeps its place among the keys, so that the reason can be heard. */
  fixed: boolean
  onToggle: () => void
}

/** A box that is ticked, not ticked, or ticked in part. */
export const TriBox = ({ state, fixed, onToggle, ...rest }: TriBoxProps) => (
  <input
    {...rest}
    ref={(box) => {
      if (box) box.indeterminate = state === 'mixed'
    }}
    type="checkbox"
    className="tri-box"
    checked={state === 'true'}
    aria-disabled={fixed || undefined}
    onChange={() => {
      if (!fixed) onToggle()
    }}
  />
)
