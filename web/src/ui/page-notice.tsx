import './page-notice.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: string; children: ReactNode; actions: ReactNode }

/**
 * A dialog above everything that leaves the page below readable: its text can be selected and copied. Esc leads back
 * to it from anywhere, drawers that hold the focus included.
 */
export const PageNotice = ({ title, children, actions }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Drawers and dialogs below call the focus back; only the person may take it away.
    let taken = false
    const comeBack = () => {
      taken = false
      element.querySelector('button')?.focus()
    }
    const act = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') taken = true
      else if (event.key === 'Escape') {
        event.stopPropagation()
        event.preventDefault()
        comeBack()
      }
    }
    const hold = (event: FocusEvent) => {
      const isHere = event.target instanceof Node && element.contains(event.target)
      if (!isHere && taken) return
      event.stopPropagation()
      if (!isHere) comeBack()
    }
    const over = new AbortController()
    const listening = { capture: true, signal: over.signal }
    addEventListener('pointerdown', act, listening)
    addEventListener('keydown', act, listening)
    addEventListener('focusin', hold, listening)
    element.showPopover()
    comeBack()
    return () => over.abort()
  }, [])
  return (
    <div
      ref={box}
      popover="manual"
      className="page-notice"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 id={`${id}-title`} className="page-notice-title">
        {title}
      </h2>
      <div id={`${id}-text`} className="page-notice-text">
        {children}
      </div>
      <div className="page-notice-actions">{actions}</div>
    </div>
  )
}
