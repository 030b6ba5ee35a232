import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import './popup-panel.css'

export type PopupPanelProps = {
  title: string
  /** What it was opened from: it stands below, and a press there does not close it. */
  beside: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

const margin = 8

/** A few controls over the page, beside what they are about. Esc and a press anywhere else close it. */
export const PopupPanel = ({ title, beside, onClose, children }: PopupPanelProps) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const [element, anchor] = [box.current, beside.current?.getBoundingClientRect()]
    if (!element || !anchor) return
    if (!element.matches(':popover-open')) element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(margin, Math.min(anchor.left, innerWidth - width - margin))}px`
    element.style.top = `${Math.max(margin, Math.min(anchor.bottom + margin / 2, innerHeight - height - margin))}px`
  })

  useLayoutEffect(() => {
    const before = document.activeElement
    const element = box.current
    element?.focus({ preventScroll: true })
    return () => {
      const isOurs = document.activeElement === document.body || element?.contains(document.activeElement)
      if (isOurs && before instanceof HTMLElement) before.focus()
    }
  }, [])

  const close = useEffectEvent(onClose)
  const isInside = useEffectEvent((target: EventTarget | null) =>
    [box, beside].some(({ current }) => target instanceof Node && current?.contains(target)),
  )
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!isInside(target)) close()
    }
    const types = ['pointerdown', 'focusin', 'resize']
    for (const type of types) addEventListener(type, leave, true)
    return () => {
      for (const type of types) removeEventListener(type, leave, true)
    }
  }, [])

  return (
    <div
      ref={box}
      className="popup-panel"
      popover="manual"
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 id={id} className="popup-panel-title">
        {title}
      </h2>
      {children}
    </div>
  )
}
