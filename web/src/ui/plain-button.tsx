import './plain-button.css'
import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'primary' | 'quiet'
  /** A task is running: the button keeps width and focus, and ignores clicks. */
  busy?: boolean
  /** Not available yet: the button keeps its focus, and ignores clicks. */
  blocked?: boolean
}

/** Button for pages that do not load the kit. */
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
