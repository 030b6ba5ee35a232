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
    const comeBack = () => element.querySelector('button')?.focus()
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      comeBack()
    }
    // A drawer or dialog below calls the focus back as soon as it hears that it has gone.
    const silence = (event: FocusEvent) => event.stopPropagation()
    element.addEventListener('focusin', silence)
    addEventListener('keydown', listen, true)
    element.showPopover()
    comeBack()
    return () => {
      element.removeEventListener('focusin', silence)
      removeEventListener('keydown', listen, true)
    }
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
