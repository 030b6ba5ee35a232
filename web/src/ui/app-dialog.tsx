import './app-dialog.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** Handles Esc; ignored by default. */
  onEscape?: () => void
}

/** A modal that only its owner can close. It blocks the rest of the page. */
export const AppDialog = ({ title, children, actions, onEscape }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const open = () => element?.showModal()
    open()
    // Browsers close the dialog at a second Esc regardless of the page; reopen it.
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
      // Keeps Esc from dialogs below.
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
