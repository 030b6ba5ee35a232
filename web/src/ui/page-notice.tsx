import './page-notice.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: string; children: ReactNode; actions: ReactNode }

/**
 * Non-modal dialog above everything: the text of the page can still be selected and copied. Esc moves focus to it from
 * anywhere, including drawers that trap focus.
 */
export const PageNotice = ({ title, children, actions }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Drawers and dialogs below try to take focus back; only the user may move it.
    let isReleased = false
    const takeFocus = () => {
      isReleased = false
      element.querySelector('button')?.focus()
    }
    const act = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') isReleased = true
      else if (event.key === 'Escape') {
        event.stopPropagation()
        event.preventDefault()
        takeFocus()
      }
    }
    const hold = (event: FocusEvent) => {
      const isHere = event.target instanceof Node && element.contains(event.target)
      if (!isHere && isReleased) return
      event.stopPropagation()
      if (!isHere) takeFocus()
    }
    const over = new AbortController()
    const listening = { capture: true, signal: over.signal }
    addEventListener('pointerdown', act, listening)
    addEventListener('keydown', act, listening)
    addEventListener('focusin', hold, listening)
    element.showPopover()
    takeFocus()
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
