import './plain-button.css'
import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'primary' | 'quiet'
  /** Something is on its way: the button keeps its width and its focus, and does nothing. */
  busy?: boolean
  /** Not yet: the button keeps its focus, and does nothing. */
  blocked?: boolean
}

/** A button for the pages that must not wait for the kit. */
export const PlainButton = ({ kind = 'quiet', busy = false, blocked = false, children, onClick, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    className={`plain-button plain-button-${kind}`}
    aria-disabled={busy || blocked || undefined}
    aria-busy={busy || undefined}
    onClick={(event) => {
      if (busy || blocked) event.preventDefault()
      else onClick?.(event)
    }}
  >
    {busy && <span className="plain-button-spinner" aria-hidden="true" />}
    {children}
  </button>
)
