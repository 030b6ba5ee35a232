import './app-dialog.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** What Esc does; nothing unless said. */
  onEscape?: () => void
}

/** A modal that only its owner can close. The rest of the page cannot be reached while it is open. */
export const AppDialog = ({ title, children, actions, onEscape }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const open = () => element?.showModal()
    open()
    // Browsers let a second Esc through whatever the page says.
    element?.addEventListener('close', open)
    return () => element?.removeEventListener('close', open)
  }, [])
  return (
    <dialog
      ref={dialog}
      className="app-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onEscape?.()
      }}
      // What lies below must not hear it too.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <h2 id={`${id}-title`} className="app-dialog-title">
        {title}
      </h2>
      <div id={`${id}-text`} className="app-dialog-text">
        {children}
      </div>
      {actions && <div className="app-dialog-actions">{actions}</div>}
    </dialog>
  )
}
