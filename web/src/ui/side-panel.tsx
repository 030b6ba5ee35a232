import './side-panel.css'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { label: string; open: boolean; onClose: () => void; children: ReactNode }

/** Panel over the left edge of a small screen. Traps focus; Esc and a press outside close it. */
export const SidePanel = ({ label, open, onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself
    <dialog
      ref={dialog}
      className="side-panel"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && children}
    </dialog>
  )
}
